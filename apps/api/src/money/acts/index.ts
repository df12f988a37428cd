import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { JournalDownload } from '../../audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { sendFile } from '../../platform/http/content/send-file.ts';
import { handleRoute, serve } from '../../platform/http/route.ts';
import { createActsService } from './acts.service.ts';
import { actFile } from './document/act-file.ts';

export type ActsDeps = { db: Db; clock: Clock; journalDownload: JournalDownload };

/** Monthly acts: creation, answers of partners, and files. */
export function createActs({ db, clock, journalDownload }: ActsDeps) {
  const acts = createActsService(db, clock);
  return {
    routes(app: FastifyInstance) {
      serve(app, routes.acts, ({ query, viewer }) => acts.list(viewer, query));
      serve(app, routes.createActs, ({ body, viewer }) => acts.form(viewer, body));
      serve(app, routes.actCounts, ({ query, viewer }) => acts.counts(viewer, query));
      serve(app, routes.act, ({ params, viewer }) => acts.get(viewer, params.id));
      handleRoute(app, routes.actFile, async ({ params, query: { format }, viewer }, reply) => {
        const act = await acts.find(viewer, params.id);
        const file = await actFile(act, format, viewer);
        await journalDownload(viewer, {
          format,
          object: { kind: 'act', id: act.id, organizationId: act.organization_id },
          list: 'Акт',
          rows: act.content.lines.length,
        });
        return sendFile(reply, file);
      });
      serve(app, routes.confirmAct, ({ params, body, viewer }) => acts.confirm(viewer, params.id, body));
      serve(app, routes.objectToAct, ({ params, body, viewer }) => acts.object(viewer, params.id, body));
      serve(app, routes.reissueAct, ({ params, body, viewer }) => acts.reissue(viewer, params.id, body));
    },
  };
}
