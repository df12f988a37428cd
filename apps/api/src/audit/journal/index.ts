import { type JournalExportQuery, type JournalQuery, routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/db/db.ts';
import { noSuchObject } from '../../platform/errors.ts';
import { inTimeZone } from '../../platform/export/columns.ts';
import type { ServeExport } from '../../platform/export/serve-export.ts';
import { withSnapshot } from '../../platform/export/snapshot.ts';
import { serve } from '../../platform/http/route.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { journalRepo } from './journal.repo.ts';
import { entryView } from './journal.view.ts';
import { journalSheet } from './journal-sheet.ts';

export type JournalDeps = { db: Db; serveExport: ServeExport };

/** Journal of all changes in an organization, for its owners. */
export function createJournal({ db, serveExport }: JournalDeps) {
  const getRepo = ({ organizationId }: Staff) => journalRepo(db, organizationId);

  async function list(staff: Staff, query: JournalQuery) {
    const page = await getRepo(staff).page(query);
    return { ...page, results: page.results.map(entryView) };
  }
  async function get(staff: Staff, id: string) {
    const row = await getRepo(staff).find(id);
    if (row === undefined) throw noSuchObject();
    return entryView(row);
  }
  const file = (staff: Staff, query: JournalExportQuery) => ({
    sheet: journalSheet,
    read: withSnapshot(db, getRepo(staff).all(query), inTimeZone(entryView)),
  });

  return {
    routes(app: FastifyInstance) {
      serve(app, routes.journal, ({ query, viewer }) => list(viewer, query));
      serve(app, routes.journalCounts, ({ query, viewer }) => getRepo(viewer).count(query));
      serveExport(app, routes.exportJournal, ({ query, viewer }) => file(viewer, query));
      serve(app, routes.journalEntry, ({ params, viewer }) => get(viewer, params.id));
    },
  };
}
