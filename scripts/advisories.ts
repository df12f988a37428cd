import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';

/** A package of the lock file. */
export type Locked = { name: string; version: string };

/** A known weakness of a package that is in use. */
export type Finding = Locked & { id: string; summary: string };

/** The part of the OSV format (ossf.github.io/osv-schema) that tells which versions are concerned. */
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

/** Every package that a lock file of pnpm names. */
export function lockedIn(lockFile: string): Locked[] {
  const packages = lockFile.slice(lockFile.indexOf('\npackages:'), lockFile.indexOf('\nsnapshots:'));
  return [...packages.matchAll(/^ {2}'?(@?[^@'\s]+)@([^'\s(]+)'?:$/gm)].map(
    ([, name = '', version = '']) => ({
      name,
      version,
    }),
  );
}

/** Advisories in the OSV format, one a file, however deep in a folder. */
export const advisoriesIn = (folder: string): Advisory[] =>
  globSync('**/*.json', { cwd: folder }).flatMap((file) => {
    const read = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Partial<Advisory>;
    return read.id === undefined ? [] : [{ ...read, id: read.id }];
  });

/** Advisories of the packages in use, less those that were withdrawn. */
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

/** Events come in the order of the versions: each opens or closes the range. */
const isWithin = (version: string, events: Events) =>
  events.reduce((within, { introduced, fixed, last_affected }) => {
    if (introduced !== undefined) return within || introduced === '0' || semver.gte(version, introduced);
    if (fixed !== undefined) return within && semver.lt(version, fixed);
    return last_affected === undefined ? within : within && semver.lte(version, last_affected);
  }, false);
