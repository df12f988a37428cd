import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { expect } from 'vitest';
import { compile } from './compile.ts';
import { aimedAt, type Example } from './examples.ts';
import { consumer } from './packages.ts';

export type Run = {
  playground: string;
  /** Address of the API. */
  address: string;
  example: Example;
  /** Executable of Node. Default: the running one. */
  node?: string;
  react?: 18 | 19;
  driver?: string[];
  expected?: string;
  env?: NodeJS.ProcessEnv;
};

/** Runs an example in a separate process, which must exit with 0 and print nothing to stderr. */
export async function runExample(run: Run): Promise<void> {
  const { playground, address, example, node = process.execPath, react = 19 } = run;
  const { driver = [], expected = '', env = {} } = run;
  const folder = mkdtempSync(join(consumer(playground, react), 'run-'));
  const { code } = await transform(aimedAt(address, example), {
    loader: example.extension,
    jsx: 'automatic',
  });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'example.mjs'), code);
  cpSync(join(import.meta.dirname, '../fixtures/run'), folder, { recursive: true });
  const { stderr } = await promisify(execFile)(node, [...driver, 'example.mjs', address, expected], {
    cwd: folder,
    timeout: 20_000,
    env: { ...process.env, ...env },
  });
  expect(stderr).toBe('');
}

/** Examples with global declarations are compiled separately. */
const isAlone = ({ code }: Example) => code.includes('declare module');

/** Returns the errors of the newest compiler, or an empty string. */
export async function compileExamples(playground: string, examples: readonly Example[]): Promise<string> {
  const project = consumer(playground, 19);
  const folder = mkdtempSync(join(project, 'examples-'));
  const write = ({ name, extension, code }: Example) => {
    const file = join(folder, `${name}.${extension}`);
    writeFileSync(file, code);
    return file;
  };
  const together = examples.filter((example) => !isAlone(example)).map(write);
  const alone = examples.filter(isAlone).map((example) => [write(example)]);
  const complaints: string[] = [];
  for (const files of [together, ...alone])
    complaints.push(await compile(project, { compiler: '7.0', dom: true, module: 'bundler', files }));
  return complaints.join('');
}
