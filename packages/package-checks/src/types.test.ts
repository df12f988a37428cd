import { expect, inject, test } from 'vitest';
import { compile, type Project } from './compile.ts';
import { consumer } from './packages.ts';
import { fixture, testTypes } from './test-types.ts';

testTypes(['7.0']);

test('the compilation checks fail on a wrong type', async () => {
  const project: Project = { compiler: '7.0', dom: true, module: 'bundler', files: [fixture('wrong.ts')] };
  expect(await compile(consumer(inject('playground'), 19), project)).toContain('error TS2322');
});

test('an auth with another user type than the registered one is reported in a sentence', async () => {
  const files = [fixture('registered-user.tsx'), fixture('other-user.tsx')];
  const project: Project = { compiler: '7.0', dom: true, module: 'bundler', files };
  const complaint = await compile(consumer(inject('playground'), 19), project);
  expect(complaint).toContain(
    'This auth is of other users than the hooks: name its user type in interface Register',
  );
});
