import { routes } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tablesAcrossOrganizations } from '../setup/shards.ts';
import { recordStatements } from '../setup/statements.ts';
import { createWalk, titledRoutes, type Walk } from '../setup/walk.ts';
import type { Caller } from '../setup/world.ts';

/** Tables of decision 0011 that every node has. */
const GLOBAL = ['users', 'former_contacts', 'link_codes'];

/** What calls do all the time. */
const HOT = [
  ...['leads', 'leadCounts', 'lead', 'createLead', 'transitionLead', 'bulkMoveLeads'],
  ...['partners', 'partnerCounts', 'accruals', 'accrualCounts', 'payments', 'paymentCounts'],
  ...['referralPage', 'recordClick', 'submitLead', 'homeSummary', 'homeSeries', 'homeTop'],
];

type Allowed = { tables: string; begins: string; why: string };

/** Statements that may reach over several organizations, and why. */
const ALLOWED: Allowed[] = [
  {
    tables: 'invitations,partners',
    begins: 'select from users u where u.id = $1 and (',
    why: 'Whether a person has to do with another organization, before one may shut it out: that is the question.',
  },
  {
    tables: 'invitations,partners',
    begins: 'select i.id, i.kind, i.expires_at',
    why: 'By the secret of a link, before an organization is known. Once for each who joins.',
  },
  {
    tables: 'organization_logos,programs',
    begins: 'select p.organization_id, p.id, p.name',
    why: 'By the code of a page for those who join; a global table as links have it would say whose it is.',
  },
  {
    tables: 'applications,programs',
    begins: 'select a.organization_id, a.id, a.program_id',
    why: 'By the secret of an application, before an organization is known.',
  },
  {
    tables: 'applications,partners,programs',
    begins: 'select a.status, a.reason, a.created_at',
    why: 'The same.',
  },
  {
    tables: 'applications,partners',
    begins: 'select a.organization_id, a.partner_id, a.given',
    why: 'The same.',
  },
  {
    tables: 'account_links',
    begins: 'update account_links set revoked_at',
    why: 'Links for a new password are about a person, as users are: to be global with them.',
  },
  { tables: 'account_links', begins: 'select l.id, l.expires_at', why: 'The same, by the secret of a link.' },
  { tables: 'account_links', begins: 'select id from account_links', why: 'The same, of the first account.' },
  {
    tables: 'partners',
    begins: 'update partners set phone',
    why: 'A person who changes its phone has the new one on all of its cards.',
  },
  {
    tables: 'partners',
    begins: 'select o.time_zone from partners',
    why: 'The oldest card of a partner, when it reads itself or takes a file; never for staff.',
  },
  {
    tables: 'partners',
    begins: 'select organization_id as organizationId, id as partnerId from partners',
    why: 'The cards of a partner, wherever they are; never for staff.',
  },
  {
    tables: 'payout_methods',
    begins: 'select organization_id, partner_id from payout_methods',
    why: 'A partner names its method by id alone.',
  },
  {
    tables: 'messages,partners',
    begins: 'select m.id, m.event',
    why: 'The bell of a person, who may be a partner of several organizations: messages go with users, cards are read of them.',
  },
  { tables: 'messages,partners', begins: 'select count(*)::int as unread', why: 'The same.' },
  { tables: 'messages,partners', begins: 'update messages set read_at', why: 'The same.' },
  {
    tables: 'messages',
    begins: 'select d.id, d.channel',
    why: 'The text of a delivery that the organization has; messages go with users.',
  },
  {
    tables: 'organization_mail,organization_telegram,partners',
    begins: 'select channel from message_channels union',
    why: 'The channels that reach a person, who may be a partner of several organizations.',
  },
  {
    tables: 'organization_telegram,partners',
    begins: 'select b.id, b.name, b.organization',
    why: 'The bots that write to a person, who may be a partner of several organizations.',
  },
  { tables: 'messages', begins: 'select d.status, d.channel, d.user_id', why: 'The same.' },
];

type Crossing = { call: string; tables: string; statement: string };

const crossings: Crossing[] = [];
const statuses = new Map<string, number>();
let walk: Walk;
beforeAll(async () => {
  walk = await createWalk();
  const { db } = walk.world.server;
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'organization_id'`.execute(db);
  const tenants = new Set(rows.map(({ name }) => name).filter((name) => !GLOBAL.includes(name)));
  const ask = async (call: (typeof titledRoutes)[number], caller: Caller) => {
    const { path, body } = walk.requestOf(call);
    const statements = recordStatements(db);
    const answer = await caller.send(call.route.method, path, body);
    await walk.world.server.settled();
    for (const asked of statements.end()) {
      const statement = asked.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim();
      const tables = tablesAcrossOrganizations(statement, tenants).join();
      if (tables !== '') crossings.push({ call: call.name, tables, statement });
    }
    await walk.resetAfter(answer);
    return answer.status;
  };
  // Before calls that shut it out.
  const partner = walk.callerFor({ ...routes.leads, access: ['partner'] });
  for (const call of titledRoutes.filter(({ name }) => name === 'currentUser')) await ask(call, partner);
  for (const call of titledRoutes) statuses.set(call.name, await ask(call, walk.callerFor(call.route)));
});
afterAll(() => walk.stop());

const isAllowed = ({ tables, statement }: Crossing) =>
  ALLOWED.find((one) => one.tables === tables && statement.startsWith(one.begins));

describe('statements on tables that are distributed by organization_id', () => {
  test('say which organization, but for those that are listed with a reason', () => {
    expect(crossings.filter((one) => isAllowed(one) === undefined)).toEqual([]);
  });

  test('are listed only where there is one', () => {
    const used = new Set(crossings.map(isAllowed));
    expect(ALLOWED.filter((one) => !used.has(one))).toEqual([]);
  });

  test('say it without exception in lists, moves of leads and visits', () => {
    for (const name of HOT) expect([name, statuses.get(name)]).toEqual([name, expect.toSatisfy(isSuccess)]);
    expect(crossings.filter(({ call }) => HOT.includes(call))).toEqual([]);
  });
});

const isSuccess = (status: unknown) => typeof status === 'number' && status < 300;

test.each([
  ['select * from leads where id = $1', 'leads'],
  ['select * from leads where organization_id = $1 and id = $2', ''],
  [
    'select * from leads as l join partners as p on p.id = l.partner_id where l.organization_id = $1',
    'partners',
  ],
  [
    'select * from leads as l join partners as p on p.organization_id = l.organization_id and p.id = l.partner_id where l.organization_id = $1',
    '',
  ],
  ['select * from leads l join partners p on p.organization_id = l.organization_id', 'leads,partners'],
  ['select l.* from organizations as o join leads l on l.organization_id = o.id where o.id = $1', ''],
  ['insert into leads (organization_id, id) values ($1, $2)', ''],
  ['update leads set name = $1 where (organization_id, id) in (($2, $3))', ''],
  ['delete from leads where phone = $1', 'leads'],
])('«%s» crosses: %s', (statement, tables) => {
  expect(tablesAcrossOrganizations(statement, new Set(['leads', 'partners'])).join()).toBe(tables);
});
