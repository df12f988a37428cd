import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** A place in the server's code that keeps somebody out. */
export type Site = {
  id: string;
  file: string;
  code: string;
  kind: 'scope' | 'refusal';
  /** The same query names an object by its own id too, or its organization once more. */
  isSecond: boolean;
};

type Switch = { sites: Map<string, Site>; off: Set<string>; hits: Set<string> };

// Instrumented modules and the test that turns them off may be loaded apart.
const { guards = { sites: new Map(), off: new Set(), hits: new Set() } } = globalThis as { guards?: Switch };
Object.assign(globalThis, { guards });

/** All places known so far, those that are turned off, and those that were come by since it was last cleared. */
export const { sites, off, hits } = guards;

export function declareSites(declared: readonly Site[]) {
  for (const site of declared) sites.set(site.id, site);
}

function isOff(id: string): boolean {
  hits.add(id);
  return off.has(id);
}

type Builder = Record<string, (...args: unknown[]) => unknown>;

/** `builder.where(…)`, or the builder as it was. */
export const scoped = (id: string, builder: Builder, method: string, ...args: unknown[]): unknown =>
  isOff(id) ? builder : builder[method]?.(...args);

/** A condition, or one that every row meets. */
export const condition = (id: string, make: () => RawBuilder<SqlBool>): RawBuilder<SqlBool> =>
  isOff(id) ? sql<SqlBool>`true` : make();

/** Value a column is compared with, or the column itself. */
export const compared = (id: string, column: string, value: unknown): unknown =>
  isOff(id) ? sql.ref(column) : value;

/** Decision to refuse, or never to. */
export const refuses = (id: string, verdict: unknown): unknown => (isOff(id) ? false : verdict);
