/** Tables by name. `database/schema.ts` adds them by declaration merging, because the platform knows no table. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}
