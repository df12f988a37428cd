import { z } from 'zod';

type Schema = {
  properties?: Record<string, Schema & { const?: unknown }>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
};

/** A field of a request body, at any depth, with a function that returns a body with a value in that field. */
export type Field = { name: string; put: (value: unknown) => object };

/** Returns every field of a schema, including fields of nested objects, lists and unions. */
export const listFields = (schema: z.ZodType): Field[] =>
  fieldsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema);

function fieldsIn({ properties = {}, anyOf = [], oneOf = [], items }: Schema): Field[] {
  const entries = Object.entries(properties);
  // The constants that discriminate a union are sent with its other fields.
  const constants = Object.fromEntries(
    entries.flatMap(([name, member]) => ('const' in member ? [[name, member.const]] : [])),
  );
  const own = entries.flatMap(([name, member]) => [
    { name, put: (value: unknown) => ({ ...constants, [name]: value }) },
    ...fieldsIn(member).map((inner) => ({
      name: `${name}.${inner.name}`,
      put: (value: unknown) => ({ ...constants, [name]: inner.put(value) }),
    })),
  ]);
  const listed = (items === undefined ? [] : fieldsIn(items)).map((inner) => ({
    name: `0.${inner.name}`,
    put: (value: unknown) => [inner.put(value)],
  }));
  return [...own, ...listed, ...[...anyOf, ...oneOf].flatMap(fieldsIn)];
}
