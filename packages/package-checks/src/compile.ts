import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);
const compilerAt = (manifest: string) => join(dirname(manifest), 'bin/tsc');

/** Supported compilers, oldest first. */
export const compilers = {
  '5.6': compilerAt(resolve('typescript-5.6/package.json')),
  '5.9': compilerAt(resolve('typescript-5.9/package.json')),
  '6.0': compilerAt(resolve('typescript-6.0/package.json')),
  '7.0': compilerAt(resolve('typescript-7/package.json')),
};

export type Compiler = keyof typeof compilers;

export type Project = {
  compiler: Compiler;
  dom: boolean;
  /** `node16` compiles each file twice: as an ES module and as CommonJS. */
  module: 'bundler' | 'node16';
  /** Absolute paths. */
  files: string[];
};

/** Compiles files as a strict project inside `folder`, including declaration files. Resolves to the errors. */
export async function compile(folder: string, { compiler, dom, module, files }: Project): Promise<string> {
  const root = mkdtempSync(join(folder, 'compile-'));
  const formats = module === 'node16' ? ['module', 'commonjs'] : ['module'];
  for (const type of formats) {
    mkdirSync(join(root, type));
    writeFileSync(join(root, type, 'package.json'), JSON.stringify({ type }));
    for (const file of files) cpSync(file, join(root, type, file.replace(/.*\//, '')));
  }
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    jsx: 'react-jsx',
    target: 'es2022',
    lib: dom ? ['es2022', 'dom', 'dom.iterable'] : ['es2022'],
    types: [],
    module: module === 'node16' ? 'node16' : 'esnext',
    moduleResolution: module,
  };
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: formats }));
  return new Promise((done) => {
    execFile(process.execPath, [compilers[compiler], '-p', root], (error, output) => {
      done(error && !output ? error.message : output);
    });
  });
}
