import type { Db } from '../../platform/db/db.ts';
import type { DemoScene } from '../scene.ts';
import type { DemoServices } from '../services.ts';
import { type DemoEvent, daysBefore, hoursAfter } from '../timeline.ts';
import { createPayable } from './payable.ts';

/** Days before now on which all partners were paid. */
const PAYDAYS = [154, 126, 98, 70, 42, 14] as const;
/** Number of the first transfer. A payday has one for the demo partner and one for each rail. */
const FIRST_TRANSFER = 101;
const TRANSFERS = 3;
/** Days before now on which the bank returned a payment of the last payday, by a payment order with this number. */
const RETURNED = { days: 10, number: '4417' } as const;

/** The paydays, and a payment that the bank returned. */
export function eventsOfPaydays(trx: Db, scene: DemoScene, services: DemoServices): DemoEvent[] {
  const { organizationId, staff, partner, now, enrollments } = scene;
  const { payments, paymentTransitions, registries, registryMoves } = services;
  const { findPayable, others, today } = createPayable(trx, scene, services);
  const demoPartnerId = enrollments[0].card.id;

  /** Pays all available accruals: the request of the demo partner, and a registry for each rail with the other partners. */
  function payday(days: number, firstTransfer: number): DemoEvent[] {
    const at = daysBefore(now, days);
    let requests: string[] = [];
    let formed: string[] = [];
    type Change = (id: string, order: number) => Promise<unknown>;
    const change = (hours: number, ofRequest: Change, ofRegistry?: Change): DemoEvent => ({
      at: hoursAfter(at, hours),
      async apply() {
        for (const id of requests) await ofRequest(id, 0);
        for (const [index, id] of formed.entries()) await ofRegistry?.(id, index + 1);
      },
    });
    const transfer = (order: number) => ({ paid_on: today(), external_ref: `ПП ${firstTransfer + order}` });
    return [
      {
        at,
        async apply() {
          if ((await findPayable()).includes(demoPartnerId))
            requests = [(await payments.request(partner, demoPartnerId, undefined)).id];
          const { results } = await registries.create(staff, { all: true }, undefined);
          formed = results.map(({ id }) => id);
        },
      },
      change(0.5, (id) => paymentTransitions.accept(staff, id, {})),
      change(
        1,
        (id) => paymentTransitions.approve(staff, id, {}),
        (id) => registryMoves.approve(staff, id, {}),
      ),
      change(
        2,
        (id) => paymentTransitions.process(staff, id, {}),
        (id) => registryMoves.send(staff, id, {}),
      ),
      change(
        24,
        (id, order) => paymentTransitions.pay(staff, id, transfer(order), id),
        (id, order) => registryMoves.paid(staff, id, transfer(order), id),
      ),
    ];
  }

  async function returnLast() {
    const { id } = await trx
      .selectFrom('payments')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('status', '=', 'paid')
      .where('partner_id', 'in', others)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const returned = {
      returned_on: today(),
      external_ref: RETURNED.number,
      reason: 'Счет получателя закрыт',
    };
    await paymentTransitions.return(staff, id, returned, `${id} returned`);
  }

  return [
    ...PAYDAYS.flatMap((days, index) => payday(days, FIRST_TRANSFER + index * TRANSFERS)),
    { at: daysBefore(now, RETURNED.days), apply: returnLast },
  ];
}
