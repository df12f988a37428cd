/** Product logo: one person refers two others. */
export const ProductMark = ({ size }: { size: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
    <g fill="none" stroke="var(--mantine-color-white)" strokeWidth="2.5">
      <path d="M10.5 16 21 9.5M10.5 16 21 22.5" />
      <circle cx="10" cy="16" r="3.5" fill="var(--mantine-color-white)" />
      <circle cx="22" cy="9" r="2.75" fill="var(--mantine-primary-color-filled)" />
      <circle cx="22" cy="23" r="2.75" fill="var(--mantine-primary-color-filled)" />
    </g>
  </svg>
);
