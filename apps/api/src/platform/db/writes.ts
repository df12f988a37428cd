/** Whether a statement failed because of this unique index or constraint. */
export const violates = (error: unknown, constraint: string) =>
  error instanceof Error &&
  'code' in error &&
  'constraint' in error &&
  error.code === '23505' &&
  error.constraint === constraint;

/** Runs a statement; if this constraint stands in its way, throws what `refusal` makes instead. */
export async function unless<Result>(
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
