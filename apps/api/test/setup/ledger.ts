import { randomUUIDv7 } from 'node:crypto';
import type { NewProgram } from '@referral-dashboard/api-contract';
import { createAccrualsService } from '../../src/money/accruals/accruals.service.ts';
import { releaseAllHolds } from '../../src/money/accruals/release-holds.ts';
import { addMonths, getLastDayOfMonth } from '../../src/money/acts/months.ts';
import { createBankStatementsService } from '../../src/money/bank-statements/bank-statements.service.ts';
import { createClosedMonthsService } from '../../src/money/closed-months/closed-months.service.ts';
import { createPaymentTransitions } from '../../src/money/payments/payment-transitions.ts';
import { createPaymentsService } from '../../src/money/payments/payments.service.ts';
import { createPayoutMethodsService } from '../../src/money/payout-methods/payout-methods.service.ts';
import { createRegistriesService } from '../../src/money/registries/registries.service.ts';
import { createRegistryMoves } from '../../src/money/registries/registry-moves.ts';
import { closeDuePeriods } from '../../src/money/rewards/period-closes.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/db/db.ts';
import type { PartnerViewer, Staff } from '../../src/platform/http/viewer.ts';
import { createClientsService } from '../../src/referrals/clients/clients.service.ts';
import { createSalesService } from '../../src/referrals/clients/sales/sales.service.ts';
import { createIntake } from '../../src/referrals/leads/intake.ts';
import { createLeadImport } from '../../src/referrals/leads/lead-import.ts';
import { createLeadsService } from '../../src/referrals/leads/leads.service.ts';
import { leadEvents } from '../../src/referrals/leads/transitions/lead-events.ts';
import { createLeadTransitions } from '../../src/referrals/leads/transitions/lead-transitions.ts';
import { createPartnersService } from '../../src/referrals/partners/partners.service.ts';
import { createProgramsService } from '../../src/referrals/programs/programs.service.ts';
import { createInn } from './inn.ts';

export const DAY_SECONDS = 24 * 60 * 60;

/** Noon in Moscow. */
export const START = new Date('2026-03-02T09:00:00.000Z');

export type Ledger = ReturnType<typeof createLedger>;
export type Person = { id: string; viewer: PartnerViewer };
/** Two employees of an organization, its partners and its programs. */
export type Participants = {
  staff: Staff;
  colleague: Staff;
  partners: readonly Person[];
  programs: readonly string[];
};

/** Services of leads and money without HTTP, with a manual clock. */
export function createLedger(db: Db) {
  let time = START.getTime();
  const clock: Clock = () => new Date(time);
  const transitions = createPaymentTransitions(db, clock);
  const payments = createPaymentsService(db, clock);
  const intake = createIntake(clock, leadEvents);
  const leadTransitions = createLeadTransitions(clock, leadEvents);
  const invitations = {
    admit: async () => undefined,
    issue: async () => ({ url: '', qr: '', sent_by: [], expires_at: '' }),
  };
  const access = { switchOff: async () => undefined, switchOn: async () => undefined };
  const today = () => clock().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' });
  return {
    db,
    clock,
    /** The current day in Moscow, as an ISO 8601 date. */
    today,
    /** The last day of the month before, in Moscow. */
    lastMonth: () => getLastDayOfMonth(addMonths(today().slice(0, 7), -1)),
    closedMonths: createClosedMonthsService(db, clock),
    intake,
    importLeads: createLeadImport(clock, leadEvents).importLeads,
    transitions,
    leads: createLeadsService(db, clock, intake, leadTransitions),
    clients: createClientsService(db, clock),
    sales: createSalesService(db, clock, leadTransitions.changeDeal),
    accruals: createAccrualsService(db, clock),
    payments,
    registries: createRegistriesService(db, clock),
    moves: createRegistryMoves(db, clock),
    bank: createBankStatementsService({ db, clock, namedPayments: payments.byIds }),
    methods: createPayoutMethodsService(db, clock),
    programs: createProgramsService(db, clock),
    partners: createPartnersService({
      db,
      clock,
      invitations,
      access,
      applyToApplications: async () => undefined,
      enrollPartners: async () => undefined,
    }),
    mature: () => releaseAllHolds(db, clock),
    closeDuePeriods: () => closeDuePeriods(db, clock),
    advance(seconds: number) {
      time += seconds * 1000;
    },
    setClock(moment: Date) {
      time = moment.getTime();
    },
  };
}

let lastNumber = 0;
const next = () => {
  lastNumber += 1;
  return lastNumber;
};

/** Returns an unused mobile phone number. */
export const newPhone = () => `+79${String(100_000_000 + next())}`;

/** Creates an organization with one owner and no minimum payment. */
export async function newOrganization(db: Db): Promise<Staff> {
  const organizationId = randomUUIDv7();
  const row = { id: organizationId, name: 'Ромашка', privacy_policy_url: 'https://example.ru/privacy' };
  await db
    .insertInto('organizations')
    .values({
      ...row,
      default_min_payout_kop: 0,
      withholds_tax_since: START,
      created_at: START,
      updated_at: START,
    })
    .execute();
  return newColleague(db, organizationId);
}

/** Adds an owner to an organization. */
export async function newColleague(db: Db, organizationId: string): Promise<Staff> {
  const userId = randomUUIDv7();
  const user = {
    id: userId,
    phone: newPhone(),
    password_hash: '',
    role: 'organization' as const,
    position: 'owner' as const,
  };
  await db
    .insertInto('users')
    .values({ ...NAMES, ...user, organization_id: organizationId, created_at: START, updated_at: START })
    .execute();
  return { role: 'organization', position: 'owner', organizationId, userId, requestId: '' };
}

const NAMES = { last_name: 'Петров', first_name: '', father_name: '', email: '' };

const READY = {
  hold_days: 14,
  reward_event: 'deal_won',
  reward: { kind: 'percent', percent_bps: 750 },
  landing: { title: 'Окна со скидкой' },
  consent_text: 'Согласен на обработку персональных данных.',
  join_policy: 'open',
};

/** Creates an active program. @returns its id. */
export async function newProgram({ programs }: Ledger, staff: Staff, more: object = {}): Promise<string> {
  const terms = { name: `Программа ${next()}`, ...READY, ...more } as NewProgram;
  const { id } = await programs.create(staff, terms);
  await programs.transition(staff, id, 'activate', undefined);
  return id;
}

/** Creates active partners of the programs with payout methods: sole proprietors and individuals in turn. */
export async function newPartners(
  { db }: Ledger,
  { organizationId: organization_id }: Staff,
  programs: readonly string[],
  count = 2,
): Promise<Person[]> {
  const times = { created_at: START, updated_at: START };
  const people = Array.from({ length: count }, () => {
    const [id, userId, phone] = [randomUUIDv7(), randomUUIDv7(), newPhone()];
    const cards = [{ organizationId: organization_id, partnerId: id }];
    return { id, phone, viewer: { role: 'partner' as const, userId, cards, requestId: '' } };
  });
  const users = people.map(({ viewer, phone }) => ({ id: viewer.userId, phone, role: 'partner' as const }));
  await db
    .insertInto('users')
    .values(users.map((user) => ({ ...NAMES, ...user, ...times, password_hash: '', organization_id: null })))
    .execute();
  await db
    .insertInto('partners')
    .values(
      people.map(({ id, phone, viewer }, index) => ({
        ...NAMES,
        ...times,
        company_name: '',
        name: 'Петров',
        organization_id,
        id,
        phone,
        user_id: viewer.userId,
        status: 'active' as const,
        ...(index % 2 === 0
          ? { kind: 'ip' as const, inn: createInn(1) }
          : { kind: 'individual' as const, inn: '' }),
        name_key: 'петров',
        search_text: 'петров',
      })),
    )
    .execute();
  await db
    .insertInto('enrollments')
    .values(
      people.flatMap(({ id: partner_id }) =>
        programs.map((program_id) => ({
          ...times,
          organization_id,
          id: randomUUIDv7(),
          program_id,
          partner_id,
          status: 'active' as const,
        })),
      ),
    )
    .execute();
  const created_at = new Date(START.getTime() - 2 * DAY_SECONDS * 1000);
  await db
    .insertInto('payout_methods')
    .values(
      people.map(({ id: partner_id, phone }) => ({
        organization_id,
        id: randomUUIDv7(),
        partner_id,
        kind: 'sbp' as const,
        bank: 'Т-Банк',
        phone,
        last4: '',
        token: '',
        bik: '',
        account: '',
        default_since: created_at,
        created_at,
        archived_at: null,
      })),
    )
    .execute();
  return people;
}
