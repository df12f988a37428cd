import { routes } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tablesAcrossOrganizations } from '../setup/shards.ts';
import { recordStatements } from '../setup/statements.ts';
import { createWalk, titledRoutes, type Walk } from '../setup/walk.ts';
import type { Caller } from '../setup/world.ts';

/** Tables that exist on every node (docs/decisions/0011). */
const GLOBAL = ['users', 'former_contacts', 'link_codes'];

/** The most frequent calls. */
const HOT = [
  ...['leads', 'leadCounts', 'lead', 'createLead', 'transitionLead', 'bulkMoveLeads'],
  ...['partners', 'partnerCounts', 'accruals', 'accrualCounts', 'payments', 'paymentCounts'],
  ...['referralPage', 'recordClick', 'submitLead', 'homeSummary', 'homeSeries', 'homeTop'],
];

type Allowed = { tables: string; begins: string; reason: string };

/** Statements that may read rows of several organizations, with the reason. */
const ALLOWED: Allowed[] = [
  {
    tables: 'invitations,partners',
    begins: 'select from users u where u.id = $1 and (',
    reason:
      'Checks whether a user also belongs to another organization before the organization may switch the user off.',
  },
  {
    tables: 'invitations,partners',
    begins: 'select i.id, i.kind, i.expires_at',
    reason:
      'Finds an invitation by the secret of its link before the organization is known. Runs once per new member.',
  },
  {
    tables: 'organization_logos,program_groups,programs,reward_rules',
    begins: 'select p.organization_id, p.id, p.name',
    reason: 'Finds a program by the code of its join page before the organization is known.',
  },
  {
    tables: 'applications,programs',
    begins: 'select a.organization_id, a.id, a.program_id',
    reason: 'Finds an application by its secret before the organization is known.',
  },
  {
    tables: 'applications,partners,programs',
    begins: 'select a.status, a.reason, a.created_at',
    reason: 'The same.',
  },
  {
    tables: 'applications,partners',
    begins: 'select a.organization_id, a.partner_id, a.submitted',
    reason: 'The same.',
  },
  {
    tables: 'crm_connections',
    begins: 'select * from crm_connections where inbound_hash = $1',
    reason: 'Finds a connection by the secret of its address for events, before the organization is known.',
  },
  {
    tables: 'site_forms',
    begins: 'select * from site_forms where inbound_hash = $1',
    reason: 'Finds an address for forms by its secret, before the organization is known.',
  },
  {
    tables: 'account_links',
    begins: 'update account_links set revoked_at',
    reason: 'Recovery links belong to users, which are global.',
  },
  {
    tables: 'account_links',
    begins: 'select l.id, l.expires_at',
    reason: 'Finds a recovery link by its secret.',
  },
  {
    tables: 'account_links',
    begins: 'select id from account_links',
    reason: 'Finds the link that sets up the first account.',
  },
  {
    tables: 'partners',
    begins: 'update partners set phone',
    reason: 'A new phone of a user is saved in all of their cards.',
  },
  {
    tables: 'partners',
    begins: 'select o.time_zone from partners',
    reason: 'Reads the oldest card of a partner for their own pages and files. Never runs for employees.',
  },
  {
    tables: 'partners',
    begins: 'select organization_id as organizationId, id as partnerId from partners',
    reason: 'Reads the cards of a partner in all organizations. Never runs for employees.',
  },
  {
    tables: 'payout_methods',
    begins: 'select organization_id, partner_id from payout_methods',
    reason: 'A partner selects a payout method by its id.',
  },
  {
    tables: 'messages,partners',
    begins: 'select m.id, m.event',
    reason: 'Messages of a user, who may be a partner of several organizations.',
  },
  { tables: 'messages,partners', begins: 'select count(*)::int as unread', reason: 'The same.' },
  { tables: 'messages,partners', begins: 'update messages set read_at', reason: 'The same.' },
  {
    tables: 'messages',
    begins: 'select d.id, d.channel',
    reason: 'Reads the message of a delivery of the organization. Messages are stored with users.',
  },
  {
    tables: 'organization_mail,organization_telegram,partners',
    begins: 'select channel from message_channels union',
    reason: 'The channels of a user, who may be a partner of several organizations.',
  },
  {
    tables: 'organization_telegram,partners',
    begins: 'select b.id, b.name, b.organization',
    reason: 'The bots of a user, who may be a partner of several organizations.',
  },
  { tables: 'messages', begins: 'select d.status, d.channel, d.user_id', reason: 'The same.' },
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
    const { path, body } = walk.buildRequest(call);
    const statements = recordStatements(db);
    const response = await caller.send(call.route.method, path, body);
    await walk.world.server.settled();
    for (const recorded of statements.end()) {
      const statement = recorded.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim();
      const tables = tablesAcrossOrganizations(statement, tenants).join();
      if (tables !== '') crossings.push({ call: call.name, tables, statement });
    }
    await walk.resetAfter(response);
    return response.status;
  };
  // Runs before the calls that switch the partner off.
  const partner = walk.callerFor({ ...routes.leads, access: ['partner'] });
  for (const call of titledRoutes.filter(({ name }) => name === 'currentUser')) await ask(call, partner);
  for (const call of titledRoutes) statuses.set(call.name, await ask(call, walk.callerFor(call.route)));
});
afterAll(() => walk.stop());

const isAllowed = ({ tables, statement }: Crossing) =>
  ALLOWED.find((one) => one.tables === tables && statement.startsWith(one.begins));

describe('statements on tables that are distributed by organization_id', () => {
  test('name the organization, except those listed with a reason', () => {
    expect(crossings.filter((one) => isAllowed(one) === undefined)).toEqual([]);
  });

  test('are listed as exceptions only when they occur', () => {
    const usedExceptions = new Set(crossings.map(isAllowed));
    expect(ALLOWED.filter((one) => !usedExceptions.has(one))).toEqual([]);
  });

  test('always name the organization in lists, lead transitions and visits', () => {
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
])('the statement «%s» reads these tables across organizations: %s', (statement, tables) => {
  expect(tablesAcrossOrganizations(statement, new Set(['leads', 'partners'])).join()).toBe(tables);
});
