import { isAccount } from '@referral-dashboard/api-contract';
import type { Selectable } from 'kysely';
import type { PayoutMethodsTable } from '../../database/tables/money.ts';
import { BLANK_METHOD } from '../../money/index.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import type { DemoCard } from '../partners.ts';
import type { Random } from '../random.ts';

export type DemoMethod = Selectable<PayoutMethodsTable>;

const CHANGED_HOURS = 20;
/** Index of the partner without a payout method. */
const WITHOUT_METHOD = 12;
/** Index of the partner whose payout method changed 20 hours ago. */
export const CHANGED_METHOD = 9;
type Bank = Record<'bank' | 'bik' | 'corr_account', string>;
const BANKS: readonly [Bank, ...Bank[]] = [
  { bank: 'Сбер', bik: '044525225', corr_account: '30101810400000000225' },
  { bank: 'Т-Банк', bik: '044525974', corr_account: '30101810145250000974' },
  { bank: 'Альфа-Банк', bik: '044525593', corr_account: '30101810200000000593' },
];

/** Payout methods of a partner, each the default from its creation on. */
export function createMethods(
  organizationId: string,
  card: DemoCard,
  now: Date,
  random: Random,
): DemoMethod[] {
  if (card.index === WITHOUT_METHOD || card.status === 'invited') return [];
  const method = (at: Date, kind: DemoMethod['kind']): DemoMethod => ({
    organization_id: organizationId,
    id: random.id(at),
    partner_id: card.id,
    kind,
    ...BLANK_METHOD,
    ...createDetails(card, kind, random),
    default_since: at,
    is_proven: false,
    created_at: at,
    archived_at: null,
  });
  const kind = card.kind === 'legal' || card.index % 3 === 2 ? 'bank_account' : 'sbp';
  const first = method(new Date(card.created_at.getTime() + HOUR_MS), kind);
  if (card.index !== CHANGED_METHOD) return [first];
  return [first, method(new Date(now.getTime() - CHANGED_HOURS * HOUR_MS), 'sbp')];
}

function createDetails({ phone, ...card }: DemoCard, kind: DemoMethod['kind'], random: Random) {
  const { bank, bik, corr_account } = random.pick(BANKS);
  const digits = (count: number) => String(random.below(10 ** count)).padStart(count, '0');
  switch (kind) {
    case 'sbp':
      return { bank, phone, bik };
    case 'card':
      return { bank, last4: digits(4) };
    case 'bank_account': {
      const own = digits(11);
      const accounts = Array.from({ length: 10 }, (_, key) => `40802810${key}${own}`);
      const account = accounts.find((one) => isAccount(bik, one)) ?? '';
      return { bank, bik, account, corr_account, kpp: card.kind === 'legal' ? '770101001' : '' };
    }
  }
}
