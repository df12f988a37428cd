import { randomUUIDv7 } from 'node:crypto';
import {
  canSeeRequisites,
  DOCUMENTS,
  type NewLogo,
  type Organization,
  type OrganizationPatch,
  requisiteProblems,
} from '@referral-dashboard/api-contract';
import { buildDiff, createStaffAudit } from '../../audit/index.ts';
import { recomputeDays } from '../../database/figures/roll-ups.ts';
import { documentsRepo } from '../../database/rules/documents.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { defined } from '../../platform/db/writes.ts';
import { invalid } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { bankProblems } from '../banks/banks.ts';
import { decodePicture } from './picture.ts';
import { policyPath } from './policy-site.ts';

/** The API calls the column `requires_second_approver` `four_eyes`. */
const API_NAMES = 'o.requires_second_approver as four_eyes';

const toColumns = <Fields extends { four_eyes?: boolean }>({ four_eyes, ...columns }: Fields) => ({
  ...columns,
  ...(four_eyes !== undefined && { requires_second_approver: four_eyes }),
});

const HIDDEN_FIELDS = { kpp: '', bank_name: '', bank_bik: '', bank_account: '', bank_corr_account: '' };

async function get(db: Db, { organizationId, position }: Staff): Promise<Organization> {
  const row = await db
    .selectFrom('organizations as o')
    .leftJoin('organization_logos as l', 'l.organization_id', 'o.id')
    .selectAll('o')
    .select(API_NAMES)
    .select('l.id as logo')
    .where('o.id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return {
    ...row,
    withholds_tax_since: row.withholds_tax_since?.toISOString() ?? null,
    ...(!canSeeRequisites(position) && HIDDEN_FIELDS),
    logo_path: row.logo && `/logo/${row.logo}`,
    ...(await documentsRepo(db).inForce(organizationId)),
  };
}

/** @throws ApiError 400 for a bank that is not in the directory, or a wrong correspondent account. */
async function checkBank(trx: Db, bank: { id: string; bank_bik: string; bank_corr_account: string }) {
  const numbers = { bik: bank.bank_bik, corrAccount: bank.bank_corr_account };
  const { bik, corrAccount } = await bankProblems(trx, bank.id, numbers);
  if (bik !== undefined) throw invalid({ bank_bik: [bik] });
  if (corrAccount !== undefined) throw invalid({ bank_corr_account: [corrAccount] });
}

/** @throws ApiError 400 for an organization with closed months: another time zone would move their ends. */
async function checkNoClosedMonth(trx: Db, organizationId: string) {
  const closing = await trx
    .selectFrom('month_closings')
    .select('sequence')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  if (closing !== undefined)
    throw invalid({ time_zone: ['У организации есть закрытые месяцы: часовой пояс сдвинул бы их границы.'] });
}

type Policy = { privacy_policy_url: string; privacy_policy: string };

/**
 * Returns the policy URL to save with a new policy text. A URL of another site stays. Otherwise it becomes the page on this server, or empty
 * when the text is empty.
 */
function policyAddress(row: Policy & { id: string }, patch: Partial<Policy>, site: string) {
  if (patch.privacy_policy === undefined) return {};
  const url = patch.privacy_policy_url ?? row.privacy_policy_url;
  const isOwnPage = url.endsWith(policyPath(row.id));
  if (url !== '' && !isOwnPage) return {};
  return { privacy_policy_url: patch.privacy_policy === '' ? '' : new URL(policyPath(row.id), site).href };
}

/** Reads and changes the settings of an organization. */
export function createOrganizationService(db: Db, clock: Clock, onChange: () => void) {
  const addAuditEntry = createStaffAudit('organization', clock);
  const note = (trx: Db, staff: Staff, diff: Record<string, unknown>) =>
    addAuditEntry(trx, staff, 'update', staff.organizationId, diff);

  /** Locks and returns an organization, so that each change is checked against the previous one. */
  const locked = (trx: Db, { organizationId }: Staff) =>
    trx
      .selectFrom('organizations as o')
      .selectAll()
      .select(API_NAMES)
      .where('id', '=', organizationId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();

  const update = (staff: Staff, patch: OrganizationPatch, site = '') =>
    db.transaction().execute(async (trx) => {
      const { organizationId, userId: createdBy } = staff;
      const { offer, personal_data, withholds_tax, ...fields } = defined(patch);
      const [row, at] = [await locked(trx, staff), clock()];
      const columns = {
        ...fields,
        ...policyAddress(row, fields, site),
        ...(withholds_tax !== undefined && {
          withholds_tax_since: withholds_tax ? (row.withholds_tax_since ?? at) : null,
        }),
      };
      const problems = Object.entries(requisiteProblems({ ...row, ...columns }));
      if (problems.length > 0)
        throw invalid(Object.fromEntries(problems.map(([field, message]) => [field, [message]])));
      if (columns.bank_bik !== undefined || columns.bank_corr_account !== undefined)
        await checkBank(trx, { ...row, ...columns });
      const texts = { offer, personal_data };
      for (const kind of DOCUMENTS) {
        const text = texts[kind];
        if (text !== undefined) await documentsRepo(trx).write({ organizationId, kind, text, createdBy, at });
      }
      const write = async () => {
        await trx
          .updateTable('organizations')
          .set({ ...toColumns(columns), updated_at: at })
          .where('id', '=', organizationId)
          .execute();
      };
      const [from, to] = [row.time_zone, columns.time_zone ?? row.time_zone];
      if (from !== to) await checkNoClosedMonth(trx, organizationId);
      await (from === to ? write() : recomputeDays(trx, { organizationId, from, to }, write));
      const { changed, ...values } = buildDiff(row, columns, Object.keys(columns));
      await note(trx, staff, { ...values, changed: [...changed, ...Object.keys(defined(texts))] });
      return get(trx, staff);
    });

  return {
    get: (staff: Staff) => get(db, staff),
    async update(staff: Staff, patch: OrganizationPatch, site: string) {
      const updated = await update(staff, patch, site);
      onChange();
      return updated;
    },

    /** Replaces the logo. @throws ApiError 400 for a file that is not a valid small picture. */
    setLogo(staff: Staff, picture: NewLogo) {
      const content = decodePicture(picture);
      return db.transaction().execute(async (trx) => {
        await locked(trx, staff);
        const logo = { id: randomUUIDv7(), type: picture.type, content, created_at: clock() };
        await trx
          .insertInto('organization_logos')
          .values({ ...logo, organization_id: staff.organizationId })
          .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(logo))
          .execute();
        await note(trx, staff, { changed: ['logo'] });
        return get(trx, staff);
      });
    },

    /** Removes the logo. */
    removeLogo: (staff: Staff) =>
      db.transaction().execute(async (trx) => {
        const { organizationId } = staff;
        const removed = await trx
          .deleteFrom('organization_logos')
          .where('organization_id', '=', organizationId)
          .returning('id')
          .execute();
        if (removed.length > 0) await note(trx, staff, { changed: ['logo'] });
      }),
  };
}
