const { REPORT = '' } = process.env;

/** Prints figures of a long run. Short runs print nothing. */
export function report(what: string, figures: Record<string, unknown>) {
  if (REPORT !== '') console.log(what, JSON.stringify(figures));
}
