/**
 * The quick look before a commit: format, lint, the import rule, types, and the unit tests that a change touches.
 *
 *   pnpm check            what differs from the last commit
 *   pnpm check main       what differs from a branch or commit
 */
import { packagesWith } from './results.ts';
import { succeeds, turbo } from './run-command.ts';

const [base = 'HEAD'] = process.argv.slice(2);
if (!/^[\w./~^-]+$/.test(base)) {
  console.error(`No commit or branch can be called ${base}.`);
  process.exit(1);
}

const steps: Record<string, () => boolean> = {
  'format and lint': () => succeeds('biome ci . --error-on-warnings'),
  'import rule': () => succeeds('depcruise apps packages examples --output-type err'),
  types: () => succeeds('tsc -p scripts') && turbo('run typecheck --continue --output-logs=errors-only'),
  'unit tests': () =>
    packagesWith('test')
      .map((folder) => succeeds(`vitest run --changed ${base} --passWithNoTests --reporter=dot`, folder))
      .every(Boolean),
};

const failed: string[] = [];
for (const [name, step] of Object.entries(steps)) {
  const started = performance.now();
  if (!step()) failed.push(name);
  console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
