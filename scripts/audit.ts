/**
 * Checks the packages of the lock file for known vulnerabilities.
 *
 *     pnpm run audit                       queries the registry
 *     ADVISORIES=folder pnpm run audit     reads a folder of advisories in the OSV format, without a network:
 *                                          a clone of github.com/github/advisory-database, or the npm export of osv.dev
 *
 * Prints one line. Exit code: 0 no vulnerabilities, 1 vulnerabilities found, 2 advisories not available.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { advisoriesIn, type Finding, findingsOf, lockedIn } from './advisories.ts';

const { ADVISORIES: folder, npm_execpath: pnpm } = process.env;
const packages = lockedIn(readFileSync('pnpm-lock.yaml', 'utf8'));

function tell(source: string, findings: readonly Finding[]) {
  for (const { name, version, id, summary } of findings) console.log(`${name} ${version}: ${id} ${summary}`);
  console.log(`${findings.length} known weaknesses in ${packages.length} packages (${source})`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}

function unknown(why: string) {
  console.log(`Nothing is known of ${packages.length} packages: ${why}`);
  process.exitCode = 2;
}

type Audit = { advisories?: Record<string, { module_name: string; title: string; url: string }> };

/** Vulnerabilities reported by the registry; `undefined` when it does not respond. */
function askRegistry(): Finding[] | undefined {
  const [program, ...args] = pnpm?.match(/\.c?js$/) ? [process.execPath, pnpm] : [pnpm ?? 'pnpm'];
  const { stdout } = spawnSync(program ?? 'pnpm', [...args, 'audit', '--json'], { encoding: 'utf8' });
  try {
    const { advisories } = JSON.parse(stdout) as Audit;
    return (
      advisories &&
      Object.values(advisories).map(({ module_name: name, title: summary, url: id }) => ({
        ...{ name, id, summary },
        version: packages.find((one) => one.name === name)?.version ?? '',
      }))
    );
  } catch {
    return undefined;
  }
}

if (folder !== undefined) {
  const advisories = advisoriesIn(folder);
  if (advisories.length === 0) unknown(`${folder} holds no advisory.`);
  else tell(`${advisories.length} advisories of ${folder}`, findingsOf(packages, advisories));
} else {
  const findings = askRegistry();
  if (findings === undefined)
    unknown('the registry gives no advisories. Name a folder of them in ADVISORIES.');
  else tell('advisories of the registry', findings);
}
