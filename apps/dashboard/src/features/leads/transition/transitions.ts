import { type Lead, type LeadStatus, stateMachines } from '@referral-dashboard/api-contract';
import type { Noun } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { getOverpayment, getPaidLabel } from '../overpayment.ts';

/** Transition of a lead with the label of its button. */
export type Transition = {
  to: LeadStatus;
  label: string;
  /** Shown in red after the other transitions. */
  isRefusal: boolean;
  /** Requires a reason, a comment or a deal amount. */
  needsDetails: boolean;
};

const FORWARD_STATUSES: readonly LeadStatus[] = ['in_progress', 'qualified', 'won'];
const LABELS: Record<LeadStatus, string> = {
  new: 'Вернуть в новые',
  in_progress: 'Взять в работу',
  qualified: 'Подтвердить',
  won: 'Закрыть сделкой',
  lost: 'Сделка не состоялась',
  rejected: 'Отклонить',
  duplicate: 'Отметить дублем',
};

const isReturn = (from: LeadStatus | null, to: LeadStatus) =>
  to === 'in_progress' && from !== null && from !== 'new';

/** `from` is null for a bulk transition, where leads can have different statuses. */
export const createTransition = (to: LeadStatus, from: LeadStatus | null): Transition => ({
  to,
  label: isReturn(from, to) ? 'Вернуть в работу' : LABELS[to],
  isRefusal: !FORWARD_STATUSES.includes(to),
  needsDetails: !FORWARD_STATUSES.includes(to) || to === 'won' || isReturn(from, to),
});

/** Transitions from a status in display order: forward, back, refusals. */
export function getTransitions(from: LeadStatus): Transition[] {
  const getRank = ({ to, isRefusal }: Transition) => (isRefusal ? 2 : isReturn(from, to) ? 1 : 0);
  return stateMachines.lead.transitions[from]
    .map((to) => createTransition(to, from))
    .toSorted((a, b) => getRank(a) - getRank(b));
}

/** Forms of a lead with its new status, for 1, 2 and 5 leads. */
export const MOVED_LEAD_FORMS: Readonly<Record<LeadStatus, Noun>> = {
  new: ['лид снова новый', 'лида снова новые', 'лидов снова новые'],
  in_progress: ['лид теперь в работе', 'лида теперь в работе', 'лидов теперь в работе'],
  qualified: ['лид теперь подтвержден', 'лида теперь подтверждены', 'лидов теперь подтверждены'],
  won: ['лид закрыт сделкой', 'лида закрыты сделкой', 'лидов закрыты сделкой'],
  lost: [
    'лид закрыт: сделка не состоялась',
    'лида закрыты: сделки не состоялись',
    'лидов закрыты: сделки не состоялись',
  ],
  rejected: ['лид теперь отклонен', 'лида теперь отклонены', 'лидов теперь отклонены'],
  duplicate: ['лид отмечен дублем', 'лида отмечены дублями', 'лидов отмечены дублями'],
};

const WON_EFFECTS = {
  unassigned:
    'Лид перейдет в статус «Сделка». Вознаграждения не будет: у лида нет партнера. Вернуть лид в работу можно будет только через «Сделка не состоялась».',
  withdrawn:
    'Лид перейдет в статус «Сделка», партнер об этом узнает. Программа платит за подтвержденный лид, но вознаграждение за этот лид снято, и сделка его не вернет.',
  kept: 'Лид перейдет в статус «Сделка», партнер об этом узнает. Вознаграждение начислено за подтвержденный лид, сделка его не изменит. Если потом отметить «Сделка не состоялась», начисленное отменится, а выплаченное вычтем из следующих выплат.',
  qualified:
    'Лид перейдет в статус «Сделка», партнер об этом узнает. Программа платит за подтвержденный лид: вознаграждение начислится сейчас, потому что сделка тоже его подтверждает. Если потом отметить «Сделка не состоялась», начисленное отменится, а выплаченное вычтем из следующих выплат.',
  deal: 'Лид перейдет в статус «Сделка», партнер об этом узнает. Вознаграждение за сделку начислится по условиям программы. Если потом отметить «Сделка не состоялась», начисленное отменится, а выплаченное вычтем из следующих выплат.',
} as const;

/** What happens to the reward of a lead when it becomes a deal. */
export function getWonReward({ partner, reward, reward_event, status }: Lead): keyof typeof WON_EFFECTS {
  if (reward !== null) return 'kept';
  if (partner === null) return 'unassigned';
  if (reward_event === 'deal_won') return 'deal';
  // A qualified lead without a reward: an employee canceled it.
  return status === 'qualified' ? 'withdrawn' : 'qualified';
}

/** Effect of a transition on rewards, shown before confirmation. Empty without an effect. */
export function describeEffect(to: LeadStatus, from: LeadStatus | null, lead?: Lead): string {
  if (to === 'won') return lead === undefined ? '' : WON_EFFECTS[getWonReward(lead)];
  if (lead === undefined || (from !== 'qualified' && from !== 'won')) return '';
  const { settled_kop } = getOverpayment(lead);
  const open_kop = (lead.reward?.amount_kop ?? 0) - Math.max(0, settled_kop);
  return [
    settled_kop > 0 &&
      `${getPaidLabel(lead)} ${formatMoney(settled_kop)}: вычтем из следующих выплат партнера.`,
    open_kop > 0 && `Начисленное вознаграждение ${formatMoney(open_kop)} будет отменено.`,
  ]
    .filter(Boolean)
    .join(' ');
}
