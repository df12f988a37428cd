import type {
  Accrual,
  Client,
  EnteredSales,
  ImportState,
  Lead,
  Partner,
  Payment,
  Sale,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { RouteEntry } from '../../setup/access.ts';
import { setStatus } from '../../setup/force.ts';
import { insertFailedEvent } from '../../setup/outside-events.ts';
import { api, approve, ok, type World } from '../../setup/world.ts';
import type { Scenario } from '../walk/scenario.ts';
import { payoutPreparations } from './payout-preparations.ts';
import { earner, type Preparations, type Prepared, partnerPerson } from './preparation.ts';
import { secretPreparations } from './secret-preparations.ts';

/** Calls without preconditions here, with the reason. */
export const UNREACHED: Partial<Record<RouteEntry['name'], string>> = {
  acceptApplication: 'it is refused where codes prove phones, as here: test/referral/decisions.test.ts',
  createCrmConnection: 'a CRM is required: test/server/crm-connections.test.ts',
  refreshCrmConnection: 'a CRM is required: test/server/crm-connections.test.ts',
  previewCrmMapping: 'a CRM is required: test/server/crm-connections.test.ts',
  receiveCrmEvent: 'the address is a secret: test/server/crm-events.test.ts',
  receiveSiteForm: 'the address is a secret: test/referral/site-forms.test.ts',
  checkSetup: 'an empty database is required: apps/e2e/tests/first-month.spec.ts',
  setUp: 'an empty database is required: apps/e2e/tests/first-month.spec.ts',
};

const ofProgram =
  (...moves: string[]) =>
  async ({ world }: Scenario): Promise<Prepared> => {
    const { id } = await world.program({ join_policy: 'open' });
    for (const move of moves) ok(await world.boss.post(`${api}/programs/${id}/${move}/`));
    return { objects: { program: id } };
  };

const cardMoved = async ({ boss }: World, { id }: Pick<Partner, 'id'>, ...moves: string[]) => {
  for (const move of moves) ok(await boss.post(`${api}/partners/${id}/${move}/`, { reason: 'Так решили' }));
  return { objects: { partner: id } };
};
const ofCard =
  (...moves: string[]) =>
  async ({ world }: Scenario): Promise<Prepared> =>
    cardMoved(world, (await world.partner()).card, ...moves);
const ofPendingCard =
  (...moves: string[]) =>
  async ({ world }: Scenario): Promise<Prepared> => {
    const { card } = await world.partner();
    await setStatus(world.server, 'partners', card.id, 'pending');
    return cardMoved(world, card, ...moves);
  };
const ofInvited = async ({ world }: Scenario): Promise<Prepared> => ({
  objects: { partner: (await world.invited()).id },
});

const ofFailedEvent = async ({ world }: Scenario): Promise<Prepared> => ({
  objects: { outsideEvent: await insertFailedEvent(world, world.boss) },
});

const ofPayment =
  (...moves: string[]) =>
  async ({ world: { boss }, world }: Scenario): Promise<Prepared> => {
    const { partner } = await earner(world);
    const { id } = ok<Payment>(await boss.post(`${api}/payments/`, { partner }));
    const address = `${api}/payments/${id}/`;
    const more = {
      'mark-failed': { reason: 'Отказ' },
      'mark-paid': { paid_on: today(world), external_ref: 'ПП 7' },
    } as Readonly<Record<string, object>>;
    for (const move of moves)
      ok(await (move === 'approve' ? approve(boss, address) : boss.post(`${address}${move}/`, more[move])));
    const { version } = ok<Payment>(await boss.get(address));
    return { objects: { payment: id }, body: { version } };
  };
const DEAL_KOP = 1_000_000;

async function won(world: World, program: string, fields: object): Promise<Lead> {
  let lead = await world.lead(program, fields);
  for (const step of [{ to: 'in_progress' }, { to: 'won', deal_amount_kop: DEAL_KOP }]) {
    const move = { ...step, version: lead.version };
    lead = ok<Lead>(await world.boss.post(`${api}/leads/${lead.id}/transition/`, move));
  }
  return lead;
}

/** Creates the reward of a lead and makes a transition. */
const ofReward =
  (move: 'cancel' | 'review') =>
  async ({ world, world: { boss } }: Scenario): Promise<Prepared> => {
    const program = await world.program({ join_policy: 'open' });
    const { card } = await world.partner();
    await world.enroll(program.id, card.id);
    const { id } = await won(world, program.id, { partner: card.id });
    const [reward] = ok<{ results: Accrual[] }>(await boss.get(`${api}/accruals/?lead=${id}`)).results;
    ok(await boss.post(`${api}/accruals/${reward?.id}/${move}/`, { reason: 'Так решили' }));
    return { objects: { accrual: reward?.id ?? '' } };
  };

const ofImport =
  (state: ImportState) =>
  async ({ world, objects }: Scenario): Promise<Prepared> => {
    const change = { state, started_at: world.server.now(), lease: null };
    await world.server.db.updateTable('imports').set(change).where('id', '=', objects.import).execute();
    return {};
  };

const today = ({ server }: World) => server.now().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' });

/** Preconditions of the calls for which the default objects are not enough. */
export const preparations: Preparations = {
  ...secretPreparations,
  ...payoutPreparations,
  endSession: async ({ rightful }) => ({ person: rightful.partner }),
  updateListView: async ({ rightful }) => ({ person: rightful.partner }),
  deleteListView: async ({ rightful }) => ({ person: rightful.partner }),
  deleteProgram: async ({ world }) => ({ objects: { program: (await world.draft()).id } }),
  activateProgram: ofProgram('pause'),
  pauseProgram: ofProgram(),
  restoreProgram: ofProgram('archive'),
  enroll: async ({ world }) => ({
    objects: { program: (await world.program()).id, partner: (await world.partner()).card.id },
  }),
  joinProgram: async ({ world }) => ({
    objects: { program: (await world.program({ join_policy: 'open' })).id },
    person: partnerPerson((await world.partner()).caller),
  }),
  approvePartner: ofPendingCard(),
  rejectPartner: ofPendingCard(),
  reopenPartner: ofPendingCard('reject'),
  unblockPartner: ofCard('block'),
  restorePartner: ofCard('archive'),
  invitePartner: ofInvited,
  revokeInvitation: ofInvited,
  createLead: async ({ world }) => ({
    objects: { program: (await world.program()).id },
    body: { phone: world.phone() },
  }),
  createConversion: async ({ world }) => ({
    objects: { program: (await world.program()).id },
    body: { phone: world.phone(), external_id: world.phone() },
  }),
  createSiteForm: async ({ world }) => ({ objects: { program: (await world.program()).id } }),
  async mergeWaitingSale({ world, world: { boss } }) {
    const phone = world.phone();
    const payment = { buyer: { name: 'Покупатель', phone }, amount_kop: DEAL_KOP, paid_on: today(world) };
    const entered = ok<EnteredSales>(await boss.post(`${api}/sales/bulk/`, { sales: [payment] })).results;
    const { client } = await won(world, (await world.program()).id, { phone });
    const deals = ok<{ results: Sale[] }>(await boss.get(`${api}/sales/?client=${client?.id}`)).results;
    return { objects: { waitingSale: entered[0]?.id ?? '', sale: deals[0]?.id ?? '' } };
  },
  transitionLead: async ({ world }) => {
    const { id, version } = await world.lead((await world.program()).id);
    return { objects: { lead: id }, body: { version } };
  },
  async transferLead({ world }) {
    const program = await world.program();
    const { card } = await world.partner();
    await world.enroll(program.id, card.id);
    const { id, version } = await world.lead(program.id);
    return { objects: { lead: id, partner: card.id }, body: { version } };
  },
  async transferClient({ world, objects: { client, program } }) {
    const { card } = await world.partner();
    await world.enroll(program, card.id);
    const { version } = ok<Client>(await world.boss.get(`${api}/clients/${client}/`));
    return { objects: { partner: card.id }, body: { version } };
  },
  retryOutsideEvent: ofFailedEvent,
  rejectOutsideEvent: ofFailedEvent,
  chooseImportHeader: ofImport('uploaded'),
  checkImport: ofImport('uploaded'),
  runImport: ofImport('checked'),
  cancelImport: ofImport('checking'),
  undoImport: ofImport('done'),
  refundSale: async ({ world }) => ({ body: { paid_on: today(world) } }),
  restoreAccrual: ofReward('cancel'),
  releaseAccrual: ofReward('review'),
  createPayment: async ({ world }) => ({ objects: { partner: (await earner(world)).partner } }),
  async requestPayment({ world }) {
    const { partner, caller } = await earner(world);
    return { objects: { partner }, person: partnerPerson(caller) };
  },
  acceptPayment: async ({ world }) => {
    const { partner, caller } = await earner(world);
    const { id } = ok<Payment>(await caller.post(`${api}/payments/request/`, { partner }));
    return { objects: { payment: id } };
  },
  approvePayment: ofPayment(),
  processPayment: ofPayment('approve'),
  markPaymentPaid: async (scenario) => ({
    ...(await ofPayment('approve', 'process')(scenario)),
    body: { paid_on: today(scenario.world) },
  }),
  returnPayment: async (scenario) => ({
    ...(await ofPayment('approve', 'mark-paid')(scenario)),
    body: { returned_on: today(scenario.world) },
  }),
  closeReceipt: async (scenario) => {
    const { objects } = await ofPayment('approve', 'mark-paid')(scenario);
    const payment = objects?.payment ?? '';
    await sql`
      insert into receipts (organization_id, payment_id, partner_id, status, number, due_on, created_at)
      select organization_id, id, partner_id, 'to_annul', replace(id::text, '-', ''), '2027-01-09', now() from payments where id = ${payment}`.execute(
      scenario.world.server.db,
    );
    return { objects: { payment } };
  },
  markPaymentFailed: ofPayment('approve', 'process'),
  retryPayment: ofPayment('approve', 'process', 'mark-failed'),
};
