import { randomUUIDv7 } from 'node:crypto';
import {
  type ListName,
  type ListView,
  type ListViewPatch,
  type NewListView,
  routes,
} from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { toSearchText } from '../../platform/db/lists/search.ts';
import { defined, mapUniqueViolation } from '../../platform/db/writes.ts';
import { conflict, invalid, noSuchObject } from '../../platform/errors.ts';
import { serve } from '../../platform/http/route.ts';

/** Maximum number of views of one list per user. */
const MAX_VIEWS = 20;

const nameTaken = () => invalid({ name: ['Вид с таким названием уже есть.'] });
const withUniqueName = <Result>(statement: () => Promise<Result>) =>
  mapUniqueViolation('list_views_name', nameTaken, statement);

/** Saved views of lists. Each user has separate views. */
export const createListViews = ({ db, clock }: { db: Db; clock: Clock }) => ({
  routes(app: FastifyInstance) {
    const own = ({ user }: { user: { id: string } }) => views(db, user.id, clock);
    serve(app, routes.listViews, ({ query, viewer }) => own(viewer).list(query.list));
    serve(app, routes.createListView, ({ body, viewer }) => own(viewer).create(body));
    serve(app, routes.updateListView, ({ params, body, viewer }) => own(viewer).update(params.id, body));
    serve(app, routes.deleteListView, async ({ params, viewer }) => {
      await own(viewer).remove(params.id);
      return undefined;
    });
  },
});

/** Queries for the views of one user. */
function views(db: Db, userId: string, clock: Clock) {
  const ofList = (list: ListName) =>
    db
      .selectFrom('list_views')
      .select(['id', 'list', 'name', 'query'])
      .where('user_id', '=', userId)
      .where('list', '=', list)
      .orderBy('name_key');
  return {
    list: async (list: ListName) => ({ results: await ofList(list).execute() }),

    async create(input: NewListView): Promise<ListView> {
      if ((await ofList(input.list).execute()).length >= MAX_VIEWS)
        throw conflict('in_use', `Не больше ${MAX_VIEWS} видов одного списка. Удалите лишние.`);
      const view = { id: randomUUIDv7(), ...input };
      await withUniqueName(() =>
        db
          .insertInto('list_views')
          .values({ ...view, user_id: userId, name_key: toSearchText(view.name), created_at: clock() })
          .execute(),
      );
      return view;
    },

    async update(id: string, patch: ListViewPatch): Promise<ListView> {
      const change = defined(patch);
      const changed = await withUniqueName(() =>
        db
          .updateTable('list_views')
          // `id` is set to its current value because the patch may be empty.
          .set({ id, ...change, ...(change.name !== undefined && { name_key: toSearchText(change.name) }) })
          .where('user_id', '=', userId)
          .where('id', '=', id)
          .returning(['id', 'list', 'name', 'query'])
          .executeTakeFirst(),
      );
      if (changed === undefined) throw noSuchObject();
      return changed;
    },

    async remove(id: string) {
      const { numDeletedRows } = await db
        .deleteFrom('list_views')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw noSuchObject();
    },
  };
}
