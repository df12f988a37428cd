const normalize = (value: unknown) => JSON.stringify(typeof value === 'string' ? value.trim() : value);

/** Returns the values that differ from the saved ones. Spaces around a text are ignored. */
export const getChangedValues = <Values extends object>(saved: Values, typed: Values): Partial<Values> => {
  const before = new Map<string, unknown>(Object.entries(saved));
  return Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => normalize(value) !== normalize(before.get(name))),
  ) as Partial<Values>;
};
