import classes from './lines-and-nodes.module.css';

/** Background of the login and 404 pages: people connected by referrals. */
export const LinesAndNodes = ({ className = '' }: { className?: string | undefined }) => (
  <svg
    className={[classes['motif'], className].join(' ')}
    viewBox="0 0 1200 800"
    preserveAspectRatio="xMidYMid slice"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    aria-hidden="true"
    focusable="false"
  >
    <path d="M60 620 240 500 180 260 420 120M240 500 380 700M960 90 1100 250 990 430 1130 610M990 430 830 660" />
    <g fill="var(--app-canvas)">
      <circle cx="60" cy="620" r="6" />
      <circle cx="240" cy="500" r="9" />
      <circle cx="180" cy="260" r="6" />
      <circle cx="420" cy="120" r="5" />
      <circle cx="380" cy="700" r="5" />
      <circle cx="960" cy="90" r="5" />
      <circle cx="1100" cy="250" r="6" />
      <circle cx="990" cy="430" r="9" />
      <circle cx="1130" cy="610" r="6" />
      <circle cx="830" cy="660" r="5" />
    </g>
  </svg>
);
