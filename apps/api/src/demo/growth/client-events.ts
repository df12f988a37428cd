import { dayIn } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { DemoServices } from '../services.ts';
import { type DemoEvent, daysBefore, hoursAfter } from '../timeline.ts';
import { type Growth, TRAINING } from './growth-programs.ts';
import { type ClientPlan, REFUNDED, TRANSFERRED } from './plan-growth.ts';

const SUBSCRIPTION = 'Подписка на месяц';
const MONTH_DAYS = 30;
const TRAINING_DAYS = 10;
const TRAINING_KOP = 2_500_000;
/** A client passes to the demo partner. */
const TRANSFER = { days: 66, reason: 'Прежний партнер переехал в другой город' };
/** A part of a month is refunded after the reward for it was paid. */
const REFUND = { days: 5, payment: 2, kop: 1_330_000, comment: 'Сервис не работал десять дней' };

/** Later payments of the clients, a transfer and a refund. */
export function eventsOfClients(
  trx: Db,
  { scene, service }: Growth,
  plans: readonly ClientPlan[],
  { clock, clients, sales }: DemoServices,
): DemoEvent[] {
  const { organizationId, staff, now } = scene;
  const today = () => dayIn(clock(), 'Europe/Moscow');

  const find = (phone: string) =>
    trx
      .selectFrom('clients')
      .select(['id', 'version'])
      .where('organization_id', '=', organizationId)
      .where('phone', '=', phone)
      .executeTakeFirstOrThrow();

  /** A sale of a client some days after its deal. */
  const sale = ({ lead }: ClientPlan, days: number, product: string, amount_kop: number): DemoEvent => ({
    at: hoursAfter(lead.steps.at(-1)?.moment ?? lead.at, days * 24),
    async apply() {
      const { id } = await find(lead.contact.phone);
      await sales.create(staff, { client: id, amount_kop, paid_on: today(), product }, undefined);
    },
  });

  const salesOf = (plan: ClientPlan): DemoEvent[] => {
    if (plan.lead.steps.at(-1)?.to !== 'won') return [];
    const { payments = Math.floor(plan.days / MONTH_DAYS), monthlyKop, isTrained } = plan;
    return [
      ...Array.from({ length: payments }, (_, index) =>
        sale(plan, (index + 1) * MONTH_DAYS, SUBSCRIPTION, monthlyKop),
      ),
      ...(isTrained ? [sale(plan, TRAINING_DAYS, TRAINING, TRAINING_KOP)] : []),
    ].filter(({ at }) => at <= now);
  };

  const phoneOf = (name: string) => plans.find((plan) => plan.name === name)?.lead.contact.phone ?? '';

  async function transfer() {
    const { card, program } = service(0);
    const { id, version } = await find(phoneOf(TRANSFERRED));
    const target = { program: program.id, partner: card.id, reason: TRANSFER.reason, version };
    await clients.transfer(staff, id, target);
  }

  async function refund() {
    const client = await find(phoneOf(REFUNDED));
    const { id } = await trx
      .selectFrom('sales')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('client_id', '=', client.id)
      .where('lead_id', 'is', null)
      .orderBy('number')
      .offset(REFUND.payment - 1)
      .limit(1)
      .executeTakeFirstOrThrow();
    const { kop: amount_kop, comment } = REFUND;
    await sales.refund(staff, id, { amount_kop, paid_on: today(), comment }, undefined);
  }

  return [
    ...plans.flatMap(salesOf),
    { at: daysBefore(now, TRANSFER.days), apply: transfer },
    { at: daysBefore(now, REFUND.days), apply: refund },
  ];
}
