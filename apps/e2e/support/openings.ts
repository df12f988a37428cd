import type { TestServer } from '@referral-dashboard/api/testing';
import { records } from './filled-pages.ts';
import { shown } from './sweep.ts';

/** Something to press, by its role and name; a check box is ticked, a text box filled in. */
export type Step = readonly [
  role: 'button' | 'menuitem' | 'checkbox' | 'textbox' | 'combobox' | 'option' | 'link',
  name: string | RegExp,
];

/** Something that opens over a page or beside it. */
export type Opening = {
  /** The file of the dashboard that draws it. */
  file: string;
  steps: readonly Step[];
  /** Text read in it once it is there. */
  says: string;
  /** Left out: it opens on wide screens and on narrow ones. */
  only?: 360 | 1440;
};

/** A page and what opens there. */
export type Place = { address: string | ((known: Known) => string); openings: readonly Opening[] };

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
/** Every row of the page. */
export const all: Step = ['checkbox', /^Выбрать вс/];

/** Dialogs that open over pages on a screen so wide, each with the address it opens from and its number among those that are looked at. */
export const openingsAt = (width: number, places: readonly Place[], known: Known) =>
  shown(
    places.flatMap(({ address, openings }) =>
      openings.map((one) => ({ ...one, address: typeof address === 'string' ? address : address(known) })),
    ),
  )
    .map((one, index) => ({ ...one, index }))
    .filter(({ only = width }) => only === width);

/** A reward that can be paid: corrections of one have no steps of their own. */
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

/** A payment on its way to an account. */
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

export type Known = Awaited<ReturnType<typeof knownOf>>;

/** The newest records of the demo data in the states that something can be done about. */
export async function knownOf(server: TestServer) {
  const newest = async (table: 'leads' | 'payments' | 'accruals', status: string) => {
    const found = server.db
      .selectFrom(table)
      .select('id')
      .where('status', '=', status as never);
    return (await found.orderBy('number', 'desc').executeTakeFirstOrThrow()).id;
  };
  const { card, program, invited, registry, act } = await records(server);
  return {
    card: card.id,
    invited: invited.id,
    program: program.id,
    registry: registry.id,
    act: act.id,
    toAccount: await paymentToAccount(server),
    newLead: await newest('leads', 'new'),
    qualifiedLead: await newest('leads', 'qualified'),
    accrual: await newestReward(server),
    approved: await newest('payments', 'approved'),
    processing: await newest('payments', 'processing'),
  };
}
