import type { TestServer } from '@referral-dashboard/api/testing';
import { records } from './filled-pages.ts';
import { sample } from './sweep.ts';

/** A control by role and name. Checkboxes are checked, text boxes are filled in, other controls are clicked. */
export type Step = readonly [
  role: 'button' | 'menuitem' | 'checkbox' | 'textbox' | 'combobox' | 'option' | 'link',
  name: string | RegExp,
];

/** An overlay or a panel that opens on a page. */
export type Opening = {
  /** Source file of the dashboard that renders it. */
  file: string;
  steps: readonly Step[];
  /** Text that is visible once it is open. */
  says: string;
  /** The only viewport that has it; both by default. */
  only?: 360 | 1440;
};

/** A page and the overlays that open from it. */
export type Place = { address: string | ((records: DialogRecords) => string); openings: readonly Opening[] };

export const opening = (file: string, says: string, ...steps: Step[]): Opening => ({ file, says, steps });
export const wide = (file: string, says: string, ...steps: Step[]): Opening => ({
  ...opening(file, says, ...steps),
  only: 1440,
});
export const narrow = (file: string, says: string, ...steps: Step[]): Opening => ({
  ...opening(file, says, ...steps),
  only: 360,
});

export const button = (name: string | RegExp): Step => ['button', name];
export const item = (name: string | RegExp): Step => ['menuitem', name];
/** Selects all rows of the page. */
export const all: Step = ['checkbox', /^Выбрать вс/];

/** Dialogs of a viewport width, each with its URL and its index in the sample. */
export const openingsAt = (width: number, places: readonly Place[], records: DialogRecords) =>
  sample(
    places.flatMap(({ address, openings }) =>
      openings.map((one) => ({ ...one, address: typeof address === 'string' ? address : address(records) })),
    ),
  )
    .map((one, index) => ({ ...one, index }))
    .filter(({ only = width }) => only === width);

/** A payable accrual. Corrections have no actions. */
const newestReward = async ({ db }: TestServer) =>
  (
    await db
      .selectFrom('accruals')
      .select('id')
      .where('status', '=', 'available')
      .where('kind', '=', 'reward')
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow()
  ).id;

/** An unpaid payment to a bank account. */
const paymentToAccount = async ({ db }: TestServer) =>
  (
    await db
      .selectFrom('payments')
      .innerJoin('payout_methods as m', (join) =>
        join
          .onRef('m.organization_id', '=', 'payments.organization_id')
          .onRef('m.partner_id', '=', 'payments.partner_id')
          .on('m.default_since', 'is not', null),
      )
      .select('payments.id')
      .where('m.kind', '=', 'bank_account')
      .where('payments.status', 'in', ['draft', 'approved', 'processing', 'failed'])
      .orderBy('payments.number')
      .executeTakeFirstOrThrow()
  ).id;

export type DialogRecords = Awaited<ReturnType<typeof dialogRecords>>;

/** The newest records of the demo data in states that have actions. */
export async function dialogRecords(server: TestServer) {
  const newest = async (table: 'leads' | 'payments' | 'accruals', status: string) => {
    const query = server.db
      .selectFrom(table)
      .select('id')
      .where('status', '=', status as never);
    return (await query.orderBy('number', 'desc').executeTakeFirstOrThrow()).id;
  };
  const { card, client, program, invited, registry, act, failed } = await records(server);
  return {
    card: card.id,
    client: client.id,
    invited: invited.id,
    program: program.id,
    registry: registry.id,
    act: act.id,
    failed: failed.id,
    toAccount: await paymentToAccount(server),
    newLead: await newest('leads', 'new'),
    qualifiedLead: await newest('leads', 'qualified'),
    accrual: await newestReward(server),
    approved: await newest('payments', 'approved'),
    processing: await newest('payments', 'processing'),
  };
}
