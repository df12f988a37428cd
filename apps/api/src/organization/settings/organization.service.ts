import { randomUUIDv7 } from 'node:crypto';
import {
  DOCUMENTS,
  type NewLogo,
  type Organization,
  type OrganizationPatch,
  requisiteProblems,
  seesRequisites,
} from '@referral-dashboard/api-contract';
import { audit, diffOf } from '../../audit/index.ts';
import { moveDays } from '../../database/figures/roll-ups.ts';
import { documentsRepo } from '../../database/rules/documents.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { defined } from '../../platform/db/writes.ts';
import { invalid } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { bankProblems } from '../banks/banks.ts';
import { pictureOf } from './picture.ts';
import { policyPath } from './policy-site.ts';

const HIDDEN = { kpp: '', bank_name: '', bank_bik: '', bank_account: '', bank_corr_account: '' };

async function get(db: Db, { organizationId, position }: Staff): Promise<Organization> {
  const row = await db
    .selectFrom('organizations as o')
    .leftJoin('organization_logos as l', 'l.organization_id', 'o.id')
    .selectAll('o')
    .select('l.id as logo')
    .where('o.id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return {
    ...row,
    withholds_tax_since: row.withholds_tax_since?.toISOString() ?? null,
    ...(!seesRequisites(position) && HIDDEN),
    logo_path: row.logo && `/logo/${row.logo}`,
    ...(await documentsRepo(db).inForce(organizationId)),
  };
}

/** @throws ApiError 400 for a bank that the directory does not have, or not so. */
async function checkBank(trx: Db, bank: { id: string; bank_bik: string; bank_corr_account: string }) {
  const of = { bik: bank.bank_bik, corrAccount: bank.bank_corr_account };
  const { bik, corrAccount } = await bankProblems(trx, bank.id, of);
  if (bik !== undefined) throw invalid({ bank_bik: [bik] });
  if (corrAccount !== undefined) throw invalid({ bank_corr_account: [corrAccount] });
}

type Policy = { privacy_policy_url: string; privacy_policy: string };

/** The page of the policy here is its address where there is no other; without its text the address goes. */
function policyAddress(row: Policy & { id: string }, given: Partial<Policy>, site: string) {
  if (given.privacy_policy === undefined) return {};
  const url = given.privacy_policy_url ?? row.privacy_policy_url;
  const isHere = url.endsWith(policyPath(row.id));
  if (url !== '' && !isHere) return {};
  return { privacy_policy_url: given.privacy_policy === '' ? '' : new URL(policyPath(row.id), site).href };
}

export function createOrganizationService(db: Db, clock: Clock, onChange: () => void) {
  const note = (trx: Db, { organizationId, userId, requestId }: Staff, diff: Record<string, unknown>) =>
    audit(trx, {
      organizationId,
      actorId: userId,
      requestId,
      at: clock(),
      action: 'organization.update',
      kind: 'organization',
      objectId: organizationId,
      diff,
    });

  /** Changes come one after another: the second is checked against what the first has left. */
  const locked = (trx: Db, { organizationId }: Staff) =>
    trx
      .selectFrom('organizations')
      .selectAll()
      .where('id', '=', organizationId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();

  const update = (staff: Staff, patch: OrganizationPatch, site = '') =>
    db.transaction().execute(async (trx) => {
      const { organizationId, userId: createdBy } = staff;
      const { offer, personal_data, withholds_tax, ...given } = defined(patch);
      const [row, at] = [await locked(trx, staff), clock()];
      const columns = {
        ...given,
        ...policyAddress(row, given, site),
        ...(withholds_tax !== undefined && {
          withholds_tax_since: withholds_tax ? (row.withholds_tax_since ?? at) : null,
        }),
      };
      const problems = Object.entries(requisiteProblems({ ...row, ...columns }));
      if (problems.length > 0)
        throw invalid(Object.fromEntries(problems.map(([field, told]) => [field, [told]])));
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
          .set({ ...columns, updated_at: at })
          .where('id', '=', organizationId)
          .execute();
      };
      const [from, to] = [row.time_zone, columns.time_zone ?? row.time_zone];
      await (from === to ? write() : moveDays(trx, { organizationId, from, to }, write));
      const { changed, ...told } = diffOf(row, columns, Object.keys(columns));
      await note(trx, staff, { ...told, changed: [...changed, ...Object.keys(defined(texts))] });
      return get(trx, staff);
    });

  return {
    get: (staff: Staff) => get(db, staff),
    async update(staff: Staff, patch: OrganizationPatch, site: string) {
      const updated = await update(staff, patch, site);
      onChange();
      return updated;
    },

    /** @throws ApiError 400 for what is no small picture. */
    setLogo(staff: Staff, given: NewLogo) {
      const content = pictureOf(given);
      return db.transaction().execute(async (trx) => {
        await locked(trx, staff);
        const logo = { id: randomUUIDv7(), type: given.type, content, created_at: clock() };
        await trx
          .insertInto('organization_logos')
          .values({ ...logo, organization_id: staff.organizationId })
          .onConflict((known) => known.column('organization_id').doUpdateSet(logo))
          .execute();
        await note(trx, staff, { changed: ['logo'] });
        return get(trx, staff);
      });
    },

    removeLogo: (staff: Staff) =>
      db.transaction().execute(async (trx) => {
        const { organizationId } = staff;
        const gone = await trx
          .deleteFrom('organization_logos')
          .where('organization_id', '=', organizationId)
          .returning('id')
          .execute();
        if (gone.length > 0) await note(trx, staff, { changed: ['logo'] });
      }),
  };
}
