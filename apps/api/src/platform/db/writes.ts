/** Returns true when a statement failed because of this unique index or constraint. */
export const violates = (error: unknown, constraint: string) =>
  error instanceof Error &&
  'code' in error &&
  'constraint' in error &&
  error.code === '23505' &&
  error.constraint === constraint;

/** Runs a statement. Throws the error that `refusal` returns when this unique index or constraint is violated. */
export async function mapUniqueViolation<Result>(
  constraint: string,
  refusal: () => Error,
  statement: () => Promise<Result>,
): Promise<Result> {
  try {
    return await statement();
  } catch (error) {
    throw violates(error, constraint) ? refusal() : error;
  }
}

type Defined<Values> = { [Key in keyof Values]?: Exclude<Values[Key], undefined> };

/** Removes the keys with the value `undefined`. */
export const defined = <Values extends object>(values: Values): Defined<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<Values>;
