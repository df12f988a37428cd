import classes from './notice.module.css';

/** Lines and nodes on both sides of an icon: people connected by referrals. */
export const NoticeMotif = () => (
  <svg
    className={classes['motif']}
    width="240"
    height="72"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    aria-hidden="true"
    focusable="false"
  >
    <path d="M98 36 60 20 18 34M60 20 36 60M142 36l38-18 44 14M180 18l20 42" />
    <g fill="var(--app-canvas)">
      <circle cx="60" cy="20" r="6" />
      <circle cx="18" cy="34" r="4" />
      <circle cx="36" cy="60" r="4" />
      <circle cx="180" cy="18" r="6" />
      <circle cx="224" cy="32" r="4" />
      <circle cx="200" cy="60" r="4" />
    </g>
  </svg>
);
