import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const JSON_SCHEMAS = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/;
const ENGLISH = /\/zod\/v4\/locales\/en\.js$/;
const EXPORTS = /^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm;

/**
 * Removes JSON Schema export and the English messages of zod from the build. Tree shaking keeps them because every schema refers to
 * them, but pages only parse, and schemas have custom messages. Converting to JSON Schema throws an error. Creating the converter
 * does not throw, because forms read the `~standard` property, which creates it.
 */
export const zodInBrowser = (): Plugin => ({
  name: 'zod-in-browser',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (ENGLISH.test(id)) return 'export default () => ({});';
    if (!JSON_SCHEMAS.test(id)) return null;
    const names = [...readFileSync(id, 'utf8').matchAll(EXPORTS)].map(([, name, alias]) => name ?? alias);
    return [
      'const unavailable = () => { throw new Error("The browser build has no JSON Schema export."); };',
      'const method = () => unavailable;',
      ...names.map(
        (name) => `export { ${/^create\w+Method$/.test(name ?? '') ? 'method' : 'unavailable'} as ${name} };`,
      ),
    ].join('\n');
  },
});
