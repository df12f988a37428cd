import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';

/** A package in the lock file. */
export type Locked = { name: string; version: string };

/** A known vulnerability of a package in use. */
export type Finding = Locked & { id: string; summary: string };

/** The part of the OSV format (ossf.github.io/osv-schema) that defines the affected versions. */
type Advisory = {
  id: string;
  summary?: string;
  withdrawn?: string;
  affected?: {
    package?: { ecosystem?: string; name?: string };
    versions?: string[];
    ranges?: { events?: { introduced?: string; fixed?: string; last_affected?: string }[] }[];
  }[];
};

type Affected = NonNullable<Advisory['affected']>[number];
type Events = NonNullable<NonNullable<Affected['ranges']>[number]['events']>;

/** All packages in a pnpm lock file. */
export function lockedIn(lockFile: string): Locked[] {
  const packages = lockFile.slice(lockFile.indexOf('\npackages:'), lockFile.indexOf('\nsnapshots:'));
  return [...packages.matchAll(/^ {2}'?(@?[^@'\s]+)@([^'\s(]+)'?:$/gm)].map(
    ([, name = '', version = '']) => ({
      name,
      version,
    }),
  );
}

/** Advisories in the OSV format, one per file, in a folder and its subfolders. */
export const advisoriesIn = (folder: string): Advisory[] =>
  globSync('**/*.json', { cwd: folder }).flatMap((file) => {
    const read = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Partial<Advisory>;
    return read.id === undefined ? [] : [{ ...read, id: read.id }];
  });

/** Advisories that affect packages in use, without withdrawn advisories. */
export function findingsOf(locked: readonly Locked[], advisories: readonly Advisory[]): Finding[] {
  const byName = Map.groupBy(locked, ({ name }) => name);
  return advisories
    .filter(({ withdrawn }) => withdrawn === undefined)
    .flatMap(({ id, summary = '', affected = [] }) =>
      affected.flatMap((one) => {
        const { ecosystem, name = '' } = one.package ?? {};
        const used = ecosystem === 'npm' ? (byName.get(name) ?? []) : [];
        return used
          .filter(({ version }) => isAffected(version, one))
          .map((used) => ({ ...used, id, summary }));
      }),
    );
}

const isAffected = (version: string, { versions = [], ranges = [] }: Affected) =>
  versions.includes(version) || ranges.some(({ events = [] }) => isWithin(version, events));

/** Events are in version order: each one opens or closes the range. */
const isWithin = (version: string, events: Events) =>
  events.reduce((within, { introduced, fixed, last_affected }) => {
    if (introduced !== undefined) return within || introduced === '0' || semver.gte(version, introduced);
    if (fixed !== undefined) return within && semver.lt(version, fixed);
    return last_affected === undefined ? within : within && semver.lte(version, last_affected);
  }, false);
