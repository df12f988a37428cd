import type { z } from 'zod';
import { invalid } from '../errors.ts';

const describeType = (value: unknown) =>
  value === null ? 'пустое значение' : Array.isArray(value) ? 'массив' : 'простое значение';

/**
 * Parses a body by its schema. A missing body counts as an empty object.
 *
 * @throws ApiError 400 with all invalid fields.
 */
export function validate<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const value = body ?? (body === undefined ? {} : null);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid({
      non_field_errors: [`Недопустимые данные. Ожидался объект, но получено: ${describeType(value)}.`],
    });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.flatMap(spread);
  const byField = Map.groupBy(issues, ({ path }) => path.join('.') || 'non_field_errors');
  // Built without assignments, because a client may send a parameter named `__proto__`.
  throw invalid(
    Object.fromEntries(
      [...byField].map(([field, fieldIssues]) => [field, fieldIssues.map(({ message }) => message)]),
    ),
  );
}

/** Reports each unknown key under its own name. */
const spread = (issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string }[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ path: [...issue.path, key], message: issue.message }))
    : [issue];
