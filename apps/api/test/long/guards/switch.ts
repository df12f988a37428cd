import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** An authorization condition in the code of the server. */
export type Site = {
  id: string;
  file: string;
  code: string;
  kind: 'scope' | 'refusal';
  /** True when the same query also compares an object id, or compares the organization again. */
  isSecond: boolean;
};

type Switch = { sites: Map<string, Site>; off: Set<string>; hits: Set<string> };

// Instrumented modules and the test may load separate copies of this module.
const { guards = { sites: new Map(), off: new Set(), hits: new Set() } } = globalThis as { guards?: Switch };
Object.assign(globalThis, { guards });

/** All known sites, the sites that are turned off, and the sites reached since `hits` was cleared. */
export const { sites, off, hits } = guards;

export function declareSites(declared: readonly Site[]) {
  for (const site of declared) sites.set(site.id, site);
}

function isOff(id: string): boolean {
  hits.add(id);
  return off.has(id);
}

type Builder = Record<string, (...args: unknown[]) => unknown>;

/** Returns `builder.where(…)`, or the builder unchanged when the site is off. */
export const scoped = (id: string, builder: Builder, method: string, ...args: unknown[]): unknown =>
  isOff(id) ? builder : builder[method]?.(...args);

/** Returns a condition, or `true` when the site is off. */
export const condition = (id: string, make: () => RawBuilder<SqlBool>): RawBuilder<SqlBool> =>
  isOff(id) ? sql<SqlBool>`true` : make();

/** Returns the compared value, or the column itself when the site is off. */
export const compared = (id: string, column: string, value: unknown): unknown =>
  isOff(id) ? sql.ref(column) : value;

/** Returns the verdict, or false when the site is off. */
export const refuses = (id: string, verdict: unknown): unknown => (isOff(id) ? false : verdict);
