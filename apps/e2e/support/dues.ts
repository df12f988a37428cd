import { randomInt } from 'node:crypto';
import type { TestServer } from '@referral-dashboard/api/testing';
import { organizationApi } from './leads.ts';

const DAY_MS = 86_400_000;

/** A partner who is due a bonus, with requisites that have been in force for two days, or with none. */
export async function enterDue(
  server: TestServer,
  lastName: string,
  { kop = 200_000, hasMethod = true }: { kop?: number; hasMethod?: boolean } = {},
) {
  const post = await organizationApi(server);
  const phone = `+7903${randomInt(1_000_000, 9_999_999)}`;
  const partner = await post<{ id: string }>('partners/', { phone, last_name: lastName, first_name: 'Олег' });
  await post('accruals/', { partner: partner.id, kind: 'bonus', amount_kop: kop, explanation: 'За отзыв' });
  if (hasMethod) {
    await post(`partners/${partner.id}/payout-methods/`, { kind: 'sbp', phone, bank: 'Т-Банк' });
    await server.db
      .updateTable('payout_methods')
      .set({ default_since: new Date(Date.now() - 2 * DAY_MS) })
      .where('partner_id', '=', partner.id)
      .execute();
  }
  return partner;
}
