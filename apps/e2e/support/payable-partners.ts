import type { TestServer } from '@referral-dashboard/api/testing';
import { organizationApi } from './api.ts';
import { type InvitedCard, joinAs } from './invitations.ts';
import { randomPhone } from './partners.ts';
import { partner } from './people.ts';

const DAY_MS = 86_400_000;

type PayableInput = { kop?: number; hasMethod?: boolean; phone?: string };

/** Creates a partner with an available bonus and, unless disabled, requisites that are two days old. */
export async function createPayablePartner(
  server: TestServer,
  lastName: string,
  { kop = 200_000, hasMethod = true, phone = randomPhone() }: PayableInput = {},
) {
  const post = await organizationApi(server);
  const card = await post<InvitedCard>('partners/', {
    kind: 'ip',
    phone,
    last_name: lastName,
    first_name: 'Олег',
  });
  if (phone === partner.phone) await joinAs(server, card.invitation, partner);
  await post('accruals/', { partner: card.id, kind: 'bonus', amount_kop: kop, explanation: 'За отзыв' });
  if (hasMethod) await addPayoutMethod(server, card.id);
  return card;
}

/** Adds requisites that are two days old. */
export async function addPayoutMethod(server: TestServer, partnerId: string) {
  const post = await organizationApi(server);
  const method = { kind: 'sbp', phone: '+79261234567', bank: 'Т-Банк' };
  await post(`partners/${partnerId}/payout-methods/`, method);
  await server.db
    .updateTable('payout_methods')
    .set({ default_since: new Date(Date.now() - 2 * DAY_MS) })
    .where('partner_id', '=', partnerId)
    .execute();
}

/** Creates an approved payment of 2 000 ₽. Returns its address. */
export async function createApprovedPayment(server: TestServer, lastName: string) {
  const partner = await createPayablePartner(server, lastName);
  const post = await organizationApi(server);
  const { id } = await post<{ id: string }>('payments/', { partner: partner.id });
  await post(`payments/${id}/approve/`, { version: 1 });
  return `/payments?payment=${id}`;
}
