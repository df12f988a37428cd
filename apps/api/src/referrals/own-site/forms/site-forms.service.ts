import { randomUUIDv7 } from 'node:crypto';
import type { SiteForm } from '@referral-dashboard/api-contract';
import { createStaffAudit } from '../../../audit/index.ts';
import { issueSecret } from '../../../integrations/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { mapUniqueViolation } from '../../../platform/db/writes.ts';
import { conflict, noSuchObject } from '../../../platform/errors.ts';
import type { Staff } from '../../../platform/http/viewer.ts';
import type { Sealer } from '../../../platform/sealed.ts';
import { checkTogether } from '../../leads/lead-entry.ts';
import { ownerOf, siteFormsRepo, siteFormView } from './site-forms.repo.ts';

/** Creates, shows, replaces and switches the addresses for forms. */
export function createSiteFormsService({ db, clock, sealer }: { db: Db; clock: Clock; sealer: Sealer }) {
  const addAuditEntry = createStaffAudit('organization', clock);

  async function show(trx: Db, { organizationId }: Staff, id: string): Promise<SiteForm> {
    const row = await siteFormsRepo(trx, organizationId).find(id);
    if (row === undefined) throw noSuchObject();
    return siteFormView(row, sealer);
  }

  const issue = (organizationId: string, id: string) =>
    issueSecret((secret) => sealer.seal(secret, ownerOf({ organization_id: organizationId, id })));

  /** Changes an address and writes the journal. @throws ApiError 404 */
  const change = (
    staff: Staff,
    id: string,
    action: string,
    values: Parameters<ReturnType<typeof siteFormsRepo>['save']>[1],
    diff: Record<string, unknown> = {},
  ): Promise<SiteForm> =>
    db.transaction().execute(async (trx) => {
      const { organizationId } = staff;
      await siteFormsRepo(trx, organizationId).save(id, values);
      const changed = await show(trx, staff, id);
      await addAuditEntry(trx, staff, `site-form-${action}`, organizationId, {
        program: changed.program.name,
        ...diff,
      });
      return changed;
    });

  return {
    list: async ({ organizationId }: Staff) => ({
      results: (await siteFormsRepo(db, organizationId).list()).map((row) => siteFormView(row, sealer)),
    }),

    /** @throws ApiError 400 for a program of another organization, 409 for a program that has an address */
    create: (staff: Staff, program: string): Promise<SiteForm> =>
      db.transaction().execute(async (trx) => {
        const { organizationId, userId } = staff;
        await checkTogether(trx, organizationId, program, null);
        const id = randomUUIDv7();
        await mapUniqueViolation(
          'site_forms_organization_id_program_id_key',
          () => conflict('closed', 'У этой программы уже есть адрес для форм.'),
          () =>
            siteFormsRepo(trx, organizationId).insert({
              ...{ id, program_id: program, created_by: userId, created_at: clock() },
              ...issue(organizationId, id),
            }),
        );
        const created = await show(trx, staff, id);
        await addAuditEntry(trx, staff, 'site-form-create', organizationId, {
          program: created.program.name,
        });
        return created;
      }),

    /** Switches an address on or off. @throws ApiError 404 */
    update: (staff: Staff, id: string, is_on: boolean) =>
      change(staff, id, 'update', { is_on }, { is_on: [!is_on, is_on] }),

    /** Issues another address. The former one is not valid any more. @throws ApiError 404 */
    rotate: (staff: Staff, id: string) => change(staff, id, 'rotate', issue(staff.organizationId, id)),
  };
}
