const normalize = (value: unknown) => JSON.stringify(typeof value === 'string' ? value.trim() : value);

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a stored draft with the fields that it lacks, because the form got them after it was stored. They have the saved values. */
export function completeDraft<Values extends object>(draft: object, saved: Values): Values {
  const stored = new Map<string, unknown>(Object.entries(draft));
  return Object.fromEntries([
    ...stored,
    ...Object.entries(saved).map(([name, value]) => {
      const kept = stored.has(name) ? stored.get(name) : value;
      if (Array.isArray(value)) return [name, Array.isArray(kept) ? kept : value];
      if (isPlainObject(value)) return [name, isPlainObject(kept) ? completeDraft(kept, value) : value];
      return [name, kept];
    }),
  ]) as Values;
}

/** Returns the values that differ from the saved ones. Spaces around a text are ignored. */
export const getChangedValues = <Values extends object>(saved: Values, typed: Values): Partial<Values> => {
  const before = new Map<string, unknown>(Object.entries(saved));
  return Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => normalize(value) !== normalize(before.get(name))),
  ) as Partial<Values>;
};
