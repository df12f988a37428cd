import { joinList, type RouteContract } from '@referral-dashboard/api-contract';

/** Changes of the URL parameters. `null` and empty values remove a parameter. */
export type ParamChanges = Readonly<Record<string, string | readonly string[] | null>>;

/** Changes to these parameters keep the current page of the list. */
const KEEPS_PAGE = new Set(['id', 'columns', 'density', 'view']);
const PAGE_PARAMS = ['cursor', 'page'];

/** Applies changes to the URL parameters. Changes to the list content reset it to the first page. */
export function applyChanges(params: URLSearchParams, changes: ParamChanges): URLSearchParams {
  const next = new URLSearchParams(params);
  const names = Object.keys(changes);
  if (!names.every((name) => KEEPS_PAGE.has(name))) for (const name of PAGE_PARAMS) next.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value.length === 0) next.delete(name);
    else next.set(name, typeof value === 'string' ? value : joinList(value));
  }
  return next;
}

/** Returns the URL parameters that the route accepts. Invalid values are ignored, because users can edit the URL. */
export function parseQuery({ query }: RouteContract, params: URLSearchParams): Record<string, string> {
  const shape = Object.entries(query?.shape ?? {});
  const entries = shape.flatMap(([name, schema]) => {
    const value = params.get(name);
    return value && schema.safeParse(value).success ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Value of `status` for all rows, for lists that open on some states. No status has this name, so that routes ignore it. */
export const ALL_STATES = 'all';

const LAYOUT_AND_PAGING = new Set(['ordering', 'cursor', 'page_size']);

/** Adds the opening states of a list to URL parameters that set no status, filter or search. */
export function addOpeningStates(
  route: RouteContract,
  openingStates: readonly string[],
  params: URLSearchParams,
): URLSearchParams {
  const isNarrowed =
    params.has('status') ||
    Object.keys(parseQuery(route, params)).some((name) => !LAYOUT_AND_PAGING.has(name));
  if (openingStates.length === 0 || isNarrowed) return params;
  return applyChanges(params, { status: openingStates });
}

/** Returns the default of a query parameter, e.g. the ordering of a list. */
export function getDefault({ query }: RouteContract, name: string): string {
  const parsed = query?.shape[name]?.safeParse(undefined);
  return parsed?.success ? String(parsed.data) : '';
}
