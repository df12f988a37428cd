type Defined<Given> = { [Key in keyof Given]?: Exclude<Given[Key], undefined> };

/** The same without the keys that were left out. */
export const defined = <Given extends object>(given: Given): Defined<Given> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Defined<Given>;
