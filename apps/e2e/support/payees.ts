import type { apiAs } from './api.ts';
import { randomPhone } from './partners.ts';

export const INN = '500100732259';
export const ACCOUNT = '40702810938000000001';
export const BANK = { bank: 'ПАО Сбербанк', bik: '044525225', corr_account: '30101810400000000225' };

const sbp = { kind: 'sbp', phone: '+79161234567', bank: 'Т-Банк' };
const bankAccount = { kind: 'bank_account', account: ACCOUNT, ...BANK };

/** Partner cards of every kind with their payout methods. */
const kinds = [
  { card: { kind: 'self_employed', inn: INN }, method: bankAccount },
  { card: { kind: 'ip', inn: INN }, method: bankAccount },
  {
    card: { kind: 'legal', inn: '7707083893', company_name: 'ООО Ромашка' },
    method: { ...bankAccount, kpp: '773601001' },
  },
  { card: { kind: 'individual', inn: INN }, method: sbp },
];

/** Creates partners of four kinds in turn, each with a payout method and an available bonus. */
export async function createPayees(call: Awaited<ReturnType<typeof apiAs>>, count: number) {
  const all = Array.from({ length: Math.ceil(count / kinds.length) }, () => kinds).flat();
  const create = async ({ card, method }: (typeof kinds)[number], index: number) => {
    const person = { phone: randomPhone(), last_name: `Партнеров ${index}`, first_name: 'Олег' };
    const { id } = await call<{ id: string }>('POST', 'partners/', { ...person, ...card });
    await call('POST', `partners/${id}/payout-methods/`, method);
    const bonus = { partner: id, kind: 'bonus', amount_kop: 200_000 + index, explanation: 'За отзыв' };
    await call('POST', 'accruals/', bonus);
  };
  await Promise.all(all.slice(0, count).map(create));
}
