/** True for the failure of a statement because of this unique index or constraint. */
export const violates = (error: unknown, constraint: string) =>
  error instanceof Error &&
  'code' in error &&
  'constraint' in error &&
  error.code === '23505' &&
  error.constraint === constraint;

/** Runs a statement. A violation of this unique index or constraint becomes the error that `refusal` makes. */
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

type Defined<Given> = { [Key in keyof Given]?: Exclude<Given[Key], undefined> };

/** A change without the keys that were left out. */
export const defined = <Given extends object>(given: Given): Defined<Given> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Defined<Given>;
