import type { PartnerStatus } from '@referral-dashboard/api-contract';
import { isInn } from '@referral-dashboard/api-contract';
import type { PartnersTable } from '../database/tables/partners.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { emptyCard, toNameColumns } from '../referrals/index.ts';
import { mobile, person } from './names.ts';
import type { DemoProgram } from './programs.ts';
import type { Random } from './random.ts';

/** The user of the first card. */
export type DemoPartner = {
  id: string;
  phone: string;
  last_name: string;
  first_name: string;
  father_name: string;
};

export type DemoCard = {
  id: string;
  /** Index of the partner. The demo partner is 0. */
  index: number;
  kind: PartnersTable['kind'];
  status: PartnerStatus;
  last_name: string;
  first_name: string;
  father_name: string;
  company_name: string;
  inn: string;
  phone: string;
  created_at: Date;
};

export type DemoEnrollment = { card: DemoCard; id: string; linkId: string; program: DemoProgram };

const PARTNERS = 40;
const BLOCKED = 37;
/** Number of days since the partner was blocked. */
export const BLOCKED_DAYS = 20;
const INVITED = 38;
/** Index of the only individual. Tax is withheld from payments to individuals. */
export const INDIVIDUAL = 3;

/** A valid INN, different for each index: 12 digits for a person, 10 for a company. */
function createInn(index: number, digits: 10 | 12): string {
  const base = `7701${String(index).padStart(digits - 6, '0')}`;
  const ends = Array.from({ length: 100 }, (_, end) => `${base}${String(end).padStart(2, '0')}`);
  return ends.find(isInn) ?? '';
}

/** Inserts 40 partners with their enrollments and links. The first is the demo partner, who takes part in every program. */
export async function insertPartners(
  trx: Db,
  organizationId: string,
  programs: readonly DemoProgram[],
  user: DemoPartner,
  random: Random,
  since: Date,
): Promise<DemoEnrollment[]> {
  const enrollments: DemoEnrollment[] = [];
  for (let index = 0; index < PARTNERS; index += 1) {
    const at = new Date(since.getTime() + index * DAY_MS);
    const partnerId = random.id(at);
    const { last_name, first_name, father_name } = index === 0 ? user : person(random);
    const kind =
      index === INDIVIDUAL
        ? 'individual'
        : index % 8 === 5
          ? 'legal'
          : index % 3 === 1
            ? 'self_employed'
            : 'ip';
    const card = {
      ...emptyCard,
      last_name,
      first_name,
      father_name,
      kind,
      inn: createInn(index, kind === 'legal' ? 10 : 12),
      phone: index === 0 ? user.phone : mobile(31, index),
      email: index % 3 === 0 ? '' : `partner${index}@example.ru`,
      company_name: index % 8 === 5 ? `ООО «${last_name} и партнеры»` : '',
    } as const;
    const status = index === BLOCKED ? 'blocked' : index >= INVITED ? 'invited' : 'active';
    await trx
      .insertInto('partners')
      .values({
        ...card,
        ...toNameColumns(card),
        organization_id: organizationId,
        id: partnerId,
        user_id: index === 0 ? user.id : null,
        // A partner that is blocked later is paid before.
        status: status === 'blocked' ? 'active' : status,
        created_at: at,
        updated_at: at,
      })
      .execute();
    const demoCard = { ...card, id: partnerId, index, status, created_at: at } as const;
    const joinedPrograms = programs.filter(
      (_, position) => index === 0 || position === index % 3 || random.chance(0.3),
    );
    for (const program of index >= INVITED ? [] : joinedPrograms) {
      enrollments.push({
        card: demoCard,
        program,
        ...(await insertEnrollment(trx, { organizationId, partnerId, program }, random, at)),
      });
    }
  }
  return enrollments;
}

type Of = { organizationId: string; partnerId: string; program: DemoProgram };

/** Inserts an enrollment with a link. */
export async function insertEnrollment(
  trx: Db,
  { organizationId, partnerId, program }: Of,
  random: Random,
  at: Date,
): Promise<{ id: string; linkId: string }> {
  const [enrollment, id] = [random.id(at), random.id(at)];
  const of = { organization_id: organizationId, program_id: program.id, partner_id: partnerId };
  const code = `demo-${id.slice(-7)}`;
  await trx
    .insertInto('enrollments')
    .values({ ...of, id: enrollment, status: 'active', created_at: at, updated_at: at })
    .execute();
  await trx.insertInto('link_codes').values({ code, organization_id: organizationId, link_id: id }).execute();
  await trx
    .insertInto('links')
    .values({ ...of, id, enrollment_id: enrollment, code, label: '', created_at: at })
    .execute();
  return { id: enrollment, linkId: id };
}
