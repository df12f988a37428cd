const { TELL = '' } = process.env;

/** Says what came of a long run; the short ones are silent. */
export function tell(what: string, figures: Record<string, unknown>) {
  if (TELL !== '') console.log(what, JSON.stringify(figures));
}
