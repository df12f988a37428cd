import { objectOf, parseJson } from './answer.ts';
import { AuthError } from './errors.ts';

/** The part of Standard Schema (standardschema.dev) in use: Zod, Valibot, ArkType and others have it. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    validate(value: unknown): SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };

/** The user type that a schema gives. */
export type OutputOf<S> = S extends {
  '~standard': { types?: { output: infer O extends object } | undefined };
}
  ? O
  : never;

/** Reads a user from JSON. Throws `misconfigured` when the schema does not take it; `null`: it is no object. */
export async function parseUser(
  text: string | null,
  schema: StandardSchema | undefined,
): Promise<object | null> {
  const found = objectOf(parseJson(text ?? ''));
  if (!(found && schema)) return found;
  const result = await schema['~standard'].validate(found);
  if (!result.issues) return objectOf(result.value);
  // The sentences of a schema may quote what they found: only the names of the fields are told.
  const fields = result.issues.map(({ path = [] }) =>
    path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.'),
  );
  throw new AuthError('misconfigured', `auth: the user does not fit userSchema: ${fields.join(', ')}`);
}
