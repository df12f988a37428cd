import { sql } from 'kysely';
import { rebuildRollUps } from '../../src/database/figures/roll-ups.ts';
import type { Db } from '../../src/platform/db/db.ts';
import type { Staff } from '../../src/platform/http/viewer.ts';
import {
  type Ledger,
  newColleague,
  newOrganization,
  newPartners,
  newProgram,
  type Participants,
  type Person,
  START,
} from './ledger.ts';
import { ACCOUNT, PAYER } from './payouts.ts';

const PROGRAMS = [
  { reward_event: 'lead_qualified', reward: { kind: 'fixed', fixed_kop: 50_000 } },
  { hold_days: 0 },
  {},
];
/** Pairs of partners per organization. */
const PAIRS = 50;

type Company = { staff: Staff; colleague: Staff; programs: string[]; people: Person[] };

/**
 * Returns a function that supplies unused partners and programs. Figures of an organization grow with its partners, so a new
 * organization is created after fifty pairs.
 */
export function createCompanies(ledger: Ledger) {
  let company: Company | undefined;

  async function createCompany(): Promise<Company> {
    const staff = await newOrganization(ledger.db);
    const programs: string[] = [];
    for (const more of PROGRAMS) programs.push(await newProgram(ledger, staff, more));
    const colleague = await newColleague(ledger.db, staff.organizationId);
    const people = await newPartners(ledger, staff, programs, 2 * PAIRS);
    const { kind: _, ...account } = ACCOUNT;
    const withAccount = people.filter((_, index) => index % 2 === 1).map(({ id }) => id);
    await ledger.db.updateTable('organizations').set(PAYER).where('id', '=', staff.organizationId).execute();
    await ledger.db
      .updateTable('payout_methods')
      .set({ ...account, kind: 'bank_account', phone: '' })
      .where('organization_id', '=', staff.organizationId)
      .where('partner_id', 'in', withAccount)
      .execute();
    return { staff, colleague, programs, people };
  }

  /** The clock starts again, so months that are closed would refuse the next history. */
  const hasClosings = async ({ staff: { organizationId } }: Company) =>
    (await ledger.db
      .selectFrom('month_closings')
      .select('sequence')
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()) !== undefined;

  return async (): Promise<Participants> => {
    ledger.setClock(START);
    if (company === undefined || company.people.length === 0 || (await hasClosings(company)))
      company = await createCompany();
    const { staff, colleague, programs, people } = company;
    await sql`
      with organization as (update organizations set default_min_payout_kop = 0, requires_second_approver = false where id = ${staff.organizationId})
      update programs set budget_kop = null where id = any(${programs}::uuid[])`.execute(ledger.db);
    return { staff, colleague, programs, partners: people.splice(0, 2) };
  };
}

/** Returns the figures maintained by triggers, without rows of zeros, and the figures after a rebuild. */
export async function compareFigures(db: Db): Promise<[kept: string[], rebuilt: string[]]> {
  const figures = async () => {
    const { rows } = await sql<{ row: string }>`
      select d::text as row from lead_days d where leads <> 0 or deal_kop <> 0
      union all select d::text from accrual_days d where accruals <> 0 or amount_kop <> 0
      union all select b::text from partner_balances b
        where (hold_kop, review_kop, available_kop, reserved_kop, paid_kop, available_accruals) <> (0, 0, 0, 0, 0, 0)
      union all select s::text from program_spending s where spent_kop <> 0
      union all select d::text from organization_lead_days d where (leads, deal_kop, reward_kop) <> (0, 0, 0)
      union all select d::text from organization_accrual_days d where (accruals, amount_kop) <> (0, 0)
      union all select d::text from organization_click_days d where (clicks, unique_clicks) <> (0, 0)
      union all select t::text from payment_totals t where (payments, amount_kop) <> (0, 0)
      union all select s::text from partner_spans s where (leads, won, deal_kop, rewards_kop, clicks) <> (0, 0, 0, 0, 0)
      union all select t::text from lead_totals t where (leads, reward_kop) <> (0, 0)
      union all select c::text from figure_changes c
      order by 1`.execute(db);
    return rows.map(({ row }) => row);
  };
  const stored = await figures();
  await rebuildRollUps(db);
  return [stored, await figures()];
}
