/**
 * Quick check before a commit: format, lint, import rules, types, and the unit tests affected by a change.
 *
 *     pnpm check            changes since the last commit
 *     pnpm check main       changes since a branch or commit
 */
import { packagesWith } from './results.ts';
import { succeeds, typesHold } from './run-command.ts';

const [base = 'HEAD'] = process.argv.slice(2);
if (!/^[\w./~^-]+$/.test(base)) {
  console.error(`No commit or branch can be called ${base}.`);
  process.exit(1);
}

const steps: Record<string, () => boolean> = {
  'format and lint': () => succeeds('biome ci . --error-on-warnings'),
  'import rule': () => succeeds('depcruise apps packages examples --output-type err'),
  types: typesHold,
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
