import { isAccount, type NewPayoutMethod } from '@referral-dashboard/api-contract';
import type { DemoCard } from '../partners.ts';
import type { Random } from '../random.ts';
import { type DemoScene, participants } from '../scene.ts';
import type { DemoServices } from '../services.ts';
import { type DemoEvent, hoursAfter } from '../timeline.ts';

const CHANGED_HOURS = 20;
/** Index of the partner without a payout method. */
export const WITHOUT_METHOD = 12;
/** Index of the partner whose payout method changed 20 hours ago. */
export const CHANGED_METHOD = 9;
type Bank = Record<'bank' | 'bik' | 'corr_account', string>;
const BANKS: readonly [Bank, ...Bank[]] = [
  { bank: 'Сбер', bik: '044525225', corr_account: '30101810400000000225' },
  { bank: 'Т-Банк', bik: '044525974', corr_account: '30101810145250000974' },
  { bank: 'Альфа-Банк', bik: '044525593', corr_account: '30101810200000000593' },
];

/** The payout methods of the partners, each the default from its creation on. */
export function eventsOfMethods(scene: DemoScene, { methods }: DemoServices): DemoEvent[] {
  const { staff, now, random } = scene;
  return participants(scene).flatMap((card): DemoEvent[] => {
    if (card.index === WITHOUT_METHOD) return [];
    const first = createMethod(card, getKind(card), random);
    const creation = {
      at: hoursAfter(card.created_at, 1),
      apply: () => methods.create(staff, card.id, first),
    };
    if (card.index !== CHANGED_METHOD) return [creation];
    const other = createMethod(card, 'sbp', random);
    const change = async () => {
      const { id } = await methods.create(staff, card.id, other);
      await methods.prefer(staff, id);
    };
    return [creation, { at: hoursAfter(now, -CHANGED_HOURS), apply: change }];
  });
}

const getKind = ({ kind, index }: DemoCard) => (kind === 'legal' || index % 3 === 2 ? 'bank_account' : 'sbp');

/** A payout method of a partner to a random bank. */
function createMethod(
  { phone, kind: payee }: Pick<DemoCard, 'phone' | 'kind'>,
  kind: 'sbp' | 'bank_account',
  random: Random,
): NewPayoutMethod {
  const { bank, bik, corr_account } = random.pick(BANKS);
  if (kind === 'sbp') return { kind, bank, phone, bik };
  const own = String(random.below(10 ** 11)).padStart(11, '0');
  const accounts = Array.from({ length: 10 }, (_, key) => `40802810${key}${own}`);
  const account = accounts.find((one) => isAccount(bik, one)) ?? '';
  return { kind, bank, bik, account, corr_account, kpp: payee === 'legal' ? '770101001' : '' };
}
