import { z } from 'zod';

type Schema = {
  properties?: Record<string, Schema & { const?: unknown }>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
};

/** A field of a body, however deep, and a way to write something there. */
export type Field = { name: string; put: (value: unknown) => object };

/** Every field that a schema takes, those inside objects, lists and alternatives too. */
export const fieldsOf = (schema: z.ZodType): Field[] =>
  fieldsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema);

function fieldsIn({ properties = {}, anyOf = [], oneOf = [], items }: Schema): Field[] {
  const entries = Object.entries(properties);
  // What tells one alternative from another has to stand beside its fields.
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
