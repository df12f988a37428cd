import type { z } from 'zod';
import { invalid } from '../errors.ts';

const nameOf = (value: unknown) =>
  value === null ? 'пустое значение' : Array.isArray(value) ? 'массив' : 'простое значение';

/**
 * The body as its schema says; nothing counts as an object without fields.
 *
 * @throws ApiError 400 with every field that is wrong.
 */
export function validate<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const value = body ?? (body === undefined ? {} : null);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid({
      non_field_errors: [`Недопустимые данные. Ожидался объект, но получено: ${nameOf(value)}.`],
    });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.flatMap(spread);
  const byField = Map.groupBy(issues, ({ path }) => path.join('.') || 'non_field_errors');
  // Not by assignment: a client may call a parameter `__proto__`.
  throw invalid(
    Object.fromEntries([...byField].map(([field, found]) => [field, found.map(({ message }) => message)])),
  );
}

/** A key nobody knows is told by its name. */
const spread = (issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string }[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ path: [...issue.path, key], message: issue.message }))
    : [issue];
