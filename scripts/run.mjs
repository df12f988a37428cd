/**
 * Runs a script of this folder by name and checks that Node can run TypeScript. Plain JavaScript, so that an older Node can print
 * the error message.
 *
 *     node scripts/run.mjs start
 */
const [name = '', ...rest] = process.argv.slice(2);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 15)) {
  process.stderr.write(
    `Node 24.15 or newer is needed here, and this is ${process.versions.node}: no Node comes with the project for ${process.platform}-${process.arch}. Install one from nodejs.org.\n`,
  );
  process.exit(1);
}
process.argv.splice(2, process.argv.length, ...rest);
await import(new URL(`${name}.ts`, import.meta.url).href);
