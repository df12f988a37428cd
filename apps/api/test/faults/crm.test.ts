import type {
  Accrual,
  CrmConnection,
  Lead,
  OutsideEvent,
  Page,
  Partner,
  Program,
} from '@referral-dashboard/api-contract';
import { afterEach, expect, inject, test } from 'vitest';
import { pause } from '../../src/platform/pause.ts';
import { startAmocrm } from '../setup/amocrm-stub.ts';
import { createClient } from '../setup/client.ts';
import { api, createCaller, ok } from '../setup/world.ts';
import { cleanUp, dataFolder, startServer } from './processes.ts';

let account: Awaited<ReturnType<typeof startAmocrm>> | undefined;
afterEach(async () => {
  account?.close();
  await cleanUp();
});

/** `LONG=1` runs more rounds. */
const { LONG = '' } = process.env;
const KILLS = LONG === '' ? 4 : 40;
const LEADS = 12;
const ENV = { WEBHOOK_PRIVATE_HOSTS: 'true' };
const WON = 142;
const PROGRAM = {
  name: 'Программа с CRM',
  reward_event: 'deal_won',
  reward: { kind: 'percent', percent_bps: 1000 },
  hold_days: 0,
  landing: { title: 'Окна' },
  consent_text: 'Согласен на обработку персональных данных.',
  join_policy: 'open',
};

/** Starts the server on a folder, and signs the owner in. */
async function start(folder: string) {
  const server = startServer(folder, ENV);
  const url = await server.url;
  const { access } = await createClient({ url }).signIn(0);
  const boss = createCaller({ url }, access);
  return {
    server,
    boss,
    read: async <Body>(path: string) => ok<Body>(await boss.get(`${api}/${path}`)),
    async when(holds: () => Promise<boolean>) {
      while (!(await holds())) await pause(20, AbortSignal.timeout(1000));
    },
  };
}
type Transition = { from_status: string | null; to_status: string };
type Started = Awaited<ReturnType<typeof start>>;

/** Connects amoCRM, and creates the leads of a partner with their deals. */
async function createDeals({ boss, read, when }: Started, url: string) {
  const { id: draft } = ok<Program>(await boss.post(`${api}/programs/`, PROGRAM));
  const program = ok<Program>(await boss.post(`${api}/programs/${draft}/activate/`)).id;
  const [partner] = (await read<Page<Partner>>('partners/?status=active')).results;
  ok(await boss.post(`${api}/programs/${program}/enrollments/`, { partner: partner?.id }));
  const keys = { kind: 'amocrm', address: url, token: 'long-lived', password: 'demo-organization' };
  const { id, version } = ok<CrmConnection>(await boss.post(`${api}/crm-connections/`, keys));
  const settings = { version, is_on: true, programs: [program] };
  const { inbound_path } = ok<CrmConnection>(await boss.patch(`${api}/crm-connections/${id}/`, settings));
  const leads: string[] = [];
  for (let number = 0; number < LEADS; number += 1) {
    const person = { name: 'Иван Клиентов', phone: `+7905${1_000_000 + number}` };
    leads.push(ok<Lead>(await boss.post(`${api}/leads/`, { ...person, program, partner: partner?.id })).id);
  }
  const sent = async () =>
    (await read<{ results: CrmConnection[] }>('crm-connections/')).results.find((one) => one.id === id);
  await when(async () => (await sent())?.deals.sent === LEADS);
  return { leads, path: inbound_path ?? '', partner: partner?.id ?? '' };
}

test('kill -9 while deals of a CRM are read and applied loses no change of a deal and applies none twice', async () => {
  const crm = await startAmocrm();
  account = crm;
  const folder = dataFolder(inject('template'));
  let current = await start(folder);
  const { leads, path, partner } = await createDeals(current, crm.url);
  const deals = crm.account.leads.map(({ id }) => id);
  const applied = async () =>
    (await current.read<Page<OutsideEvent>>('outside-events/?state=applied&kind=deal&page_size=100')).results
      .length;

  const kills = { inRead: 0, inApply: 0 };
  let price = 1000;
  for (let kill = 0; kill < KILLS; kill += 1) {
    price += 100;
    for (const deal of deals) crm.changeDeal(deal, { status_id: WON, price });
    const { server, boss, when } = current;
    const before = await applied();
    const isRead = kill % 2 === 0;
    let reads = 0;
    // The server is killed in the call that reads a deal.
    crm.intercept = ({ method, path: called }) => {
      if (!isRead || method !== 'GET' || !/leads\/\d+$/.test(called)) return undefined;
      reads += 1;
      if (reads !== 1 + (kill % 5)) return undefined;
      server.kill('SIGKILL');
      return 'close';
    };
    const fields = deals.map((deal, at) => [`leads[update][${at}][id]`, String(deal)]);
    const body = new URLSearchParams(Object.fromEntries(fields)).toString();
    ok(await boss.sendText('POST', path, body, 'application/x-www-form-urlencoded'));
    // Or as soon as an event is applied, while other deals are read and applied.
    if (!isRead) {
      await when(async () => (await applied()) > before);
      server.kill('SIGKILL');
    }
    expect((await server.exited).signal).toBe('SIGKILL');
    kills[isRead ? 'inRead' : 'inApply'] += 1;
    crm.intercept = () => undefined;
    current = await start(folder);
  }
  expect(kills).toEqual({ inRead: KILLS / 2, inApply: KILLS / 2 });

  const { read, when } = current;
  const kop = price * 100;
  for (const id of leads) await when(async () => (await read<Lead>(`leads/${id}/`)).deal_amount_kop === kop);
  const accruals = (await read<Page<Accrual>>(`accruals/?partner=${partner}&page_size=100`)).results;
  for (const id of leads) {
    const { results } = await read<{ results: Transition[] }>(`leads/${id}/history/`);
    expect(
      results.filter(({ from_status, to_status }) => to_status === 'won' && from_status !== 'won'),
    ).toHaveLength(1);
    const own = accruals.filter(({ lead }) => lead?.id === id);
    expect(own.reduce((sum, { amount_kop }) => sum + amount_kop, 0)).toBe(kop / 10);
  }
  const { results } = await read<Page<OutsideEvent>>('outside-events/?kind=deal&state=received,failed');
  expect(results).toEqual([]);
}, 900_000);
