import { z } from 'zod';
import { byId, type RouteContract } from '../base/route.ts';
import { text } from '../values/text.ts';
import { changes, oneOf, queryParameters } from '../values/values.ts';

const BASE = '/api/views/';

/** Lists with saved views. A list that differs by role has two names. */
export const LIST_NAMES = [
  ...(['leads', 'clients', 'partners', 'programs', 'partner_programs', 'accruals', 'payments'] as const),
  ...(['registries', 'bank-documents', 'acts-organization', 'acts-partner', 'receipts', 'journal'] as const),
  'outside-events',
] as const;
export type ListName = (typeof LIST_NAMES)[number];

const name = text({ max: 60 });
const query = text({ max: 2000, blank: true });

export const newListView = z.object({ list: oneOf(LIST_NAMES), name, query });
export type NewListView = z.output<typeof newListView>;

export const listViewPatch = changes({ name: name.optional(), query: query.optional() });
export type ListViewPatch = z.output<typeof listViewPatch>;

/** A saved view of a list: filters, ordering and columns, with a name. */
export const listView = z.object({
  id: z.uuid(),
  list: z.enum(LIST_NAMES),
  name: z.string(),
  query: z.string().describe('Query string without the question mark.'),
});
export type ListView = z.infer<typeof listView>;

/** Calls for the caller's own saved views. */
export const listViewRoutes = {
  listViews: {
    method: 'GET',
    path: BASE,
    name: 'Saved views of a list, by name',
    access: 'authenticated',
    query: queryParameters({ list: oneOf(LIST_NAMES) }),
    response: z.object({ results: z.array(listView) }),
  },
  createListView: {
    method: 'POST',
    path: BASE,
    name: 'New view of a list',
    access: 'authenticated',
    cost: 'creation',
    body: newListView,
    idempotency: 'once',
    status: 201,
    response: listView,
  },
  updateListView: {
    method: 'PATCH',
    path: `${BASE}{id}/`,
    name: 'Another name or content of a view',
    access: 'authenticated',
    params: byId,
    body: listViewPatch,
    response: listView,
  },
  deleteListView: {
    method: 'DELETE',
    path: `${BASE}{id}/`,
    name: 'Deletion of a view',
    access: 'authenticated',
    params: byId,
    status: 204,
    response: z.undefined(),
  },
} as const satisfies Record<string, RouteContract>;
