import { build, type Rollup } from 'vite';
import { expect, test } from 'vitest';
import { zodInBrowser } from '../zod-in-browser.ts';

const ENTRY = 'virtual:schemas';
const SOURCE = `
  import { z } from 'zod';
  const schema = z.object({ name: z.string('Введите имя').min(2, 'Имя короче'), sum: z.number('Введите сумму').int().min(1).optional() });
  export const validate = (value) => schema['~standard'].validate(value);
  export const toJsonSchema = () => schema.toJSONSchema();
`;

async function built() {
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id.endsWith(ENTRY) ? `${import.meta.dirname}/schemas.js` : null),
    load: (id: string) => (id.endsWith('/build-test/schemas.js') ? SOURCE : null),
  };
  const [{ output }] = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [entry, zodInBrowser()],
    build: { write: false, minify: false, lib: { entry: ENTRY, formats: ['es'] } },
  })) as [Rollup.RollupOutput];
  const { code } = output[0];
  return {
    code,
    module: (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      validate: (value: unknown) => { value?: unknown; issues?: readonly { message: string }[] };
      toJsonSchema: () => unknown;
    },
  };
}

test('schemas of the build validate as forms ask them to, with their own messages', async () => {
  const { module } = await built();
  expect(module.validate({ name: 'Анна', sum: 5 })).toEqual({ value: { name: 'Анна', sum: 5 } });
  expect(module.validate({ name: 'А' }).issues).toMatchObject([{ message: 'Имя короче' }]);
});

test('the build has no JSON Schema export', async () => {
  const { code, module } = await built();
  expect(code).not.toContain('json-schema.org');
  expect(module.toJsonSchema).toThrow('no JSON Schema export');
});
