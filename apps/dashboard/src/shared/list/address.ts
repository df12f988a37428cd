import { joinList, type RouteContract } from '@referral-dashboard/api-contract';

/** Changes of an address. `null` and empty values remove a parameter. */
export type Changes = Readonly<Record<string, string | readonly string[] | null>>;

/** Changes of these leave the reader on the page of the list where they are. */
const KEEPS_PAGE = new Set(['id', 'columns', 'density', 'view']);
const PLACE = ['cursor', 'page'];

/** The address after a change. Whatever changes what the list holds leads back to its first page. */
export function changed(params: URLSearchParams, changes: Changes): URLSearchParams {
  const after = new URLSearchParams(params);
  const names = Object.keys(changes);
  if (!names.every((name) => KEEPS_PAGE.has(name))) for (const name of PLACE) after.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value.length === 0) after.delete(name);
    else after.set(name, typeof value === 'string' ? value : joinList(value));
  }
  return after;
}

/** The parameters of an address that a call takes. What it would refuse is passed over: somebody typed it. */
export function queryOf({ query }: RouteContract, params: URLSearchParams): Record<string, string> {
  const shape = Object.entries(query?.shape ?? {});
  const given = shape.flatMap(([name, schema]) => {
    const value = params.get(name);
    return value && schema.safeParse(value).success ? [[name, value] as const] : [];
  });
  return Object.fromEntries(given);
}

/** Default of a call's parameter, such as the ordering of a list. */
export function defaultOf({ query }: RouteContract, name: string): string {
  const parsed = query?.shape[name]?.safeParse(undefined);
  return parsed?.success ? String(parsed.data) : '';
}
