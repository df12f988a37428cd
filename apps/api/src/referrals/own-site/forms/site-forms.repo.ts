import type { SiteForm } from '@referral-dashboard/api-contract';
import type { Insertable, Updateable } from 'kysely';
import type { SiteFormsTable } from '../../../database/tables/site-forms.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Sealer } from '../../../platform/sealed.ts';

type Change = Omit<Updateable<SiteFormsTable>, 'organization_id' | 'id' | 'program_id'>;

const shownRows = (db: Db, organizationId: string) =>
  db
    .selectFrom('site_forms as f')
    .innerJoin('programs as p', (join) =>
      join.onRef('p.organization_id', '=', 'f.organization_id').onRef('p.id', '=', 'f.program_id'),
    )
    .selectAll('f')
    .select('p.name as program_name')
    .where('f.organization_id', '=', organizationId);

type ShownRow = Awaited<ReturnType<ReturnType<typeof shownRows>['executeTakeFirstOrThrow']>>;

/** Reads and writes of the addresses for forms of an organization. */
export const siteFormsRepo = (db: Db, organizationId: string) => ({
  list: () => shownRows(db, organizationId).orderBy('f.created_at').orderBy('f.id').limit(1000).execute(),
  find: (id: string) => shownRows(db, organizationId).where('f.id', '=', id).executeTakeFirst(),

  async insert(row: Omit<Insertable<SiteFormsTable>, 'organization_id'>) {
    await db
      .insertInto('site_forms')
      .values({ ...row, organization_id: organizationId })
      .execute();
  },

  async save(id: string, values: Change) {
    await db
      .updateTable('site_forms')
      .set(values)
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
  },
});

type Owner = { organization_id: string; id: string };

/** The value with which the secret of an address is sealed. */
export const ownerOf = ({ organization_id, id }: Owner) => `${organization_id}/${id}`;

/** Converts a row into the API object. */
export function siteFormView(row: ShownRow, sealer: Sealer): SiteForm {
  const secret = sealer.open(row.inbound_secret, ownerOf(row));
  return {
    id: row.id,
    program: { id: row.program_id, name: row.program_name },
    path: secret === undefined ? null : `/api/public/forms/${secret}/`,
    is_on: row.is_on,
    last_form:
      row.last_at === null || row.last_result === null
        ? null
        : { at: row.last_at.toISOString(), result: row.last_result, problem: row.last_problem },
    created_at: row.created_at.toISOString(),
  };
}
