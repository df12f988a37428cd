import { type Organization, type OrganizationPatch, routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { audit } from '../../domain/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { defined } from '../../platform/db/writes.ts';
import { serve } from '../../platform/http/route.ts';
import type { Staff } from '../../platform/http/viewer.ts';

const get = (db: Db, { organizationId }: Staff): Promise<Organization> =>
  db.selectFrom('organizations').selectAll().where('id', '=', organizationId).executeTakeFirstOrThrow();

/** Profile of an organization. */
export function createOrganization({ db, clock }: { db: Db; clock: Clock }) {
  const update = (staff: Staff, patch: OrganizationPatch) =>
    db.transaction().execute(async (trx) => {
      const { organizationId, userId, requestId } = staff;
      const [change, at] = [defined(patch), clock()];
      await trx
        .updateTable('organizations')
        .set({ ...change, updated_at: at })
        .where('id', '=', organizationId)
        .execute();
      await audit(trx, {
        organizationId,
        actorId: userId,
        requestId,
        at,
        action: 'organization.update',
        kind: 'organization',
        objectId: organizationId,
        diff: { changed: Object.keys(change) },
      });
      return get(trx, staff);
    });

  return {
    routes(app: FastifyInstance) {
      serve(app, routes.organization, ({ viewer }) => get(db, viewer));
      serve(app, routes.updateOrganization, ({ body, viewer }) => update(viewer, body));
    },
  };
}
