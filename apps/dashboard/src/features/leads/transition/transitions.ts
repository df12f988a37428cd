import { LEAD_REASONS, type Lead, type LeadStatus, stateMachines } from '@referral-dashboard/api-contract';
import { formatMoney } from '../../../shared/format/money.ts';
import { overpaymentOf, paidWord } from '../overpayment.ts';

/** Transition of a lead with the label of its button. */
export type Transition = {
  to: LeadStatus;
  label: string;
  /** Shown in red after the other transitions. */
  isRefusal: boolean;
  /** Requires a reason, a comment or a deal amount. */
  asks: boolean;
};

const FORWARD: readonly LeadStatus[] = ['in_progress', 'qualified', 'won'];
const LABELS: Record<LeadStatus, string> = {
  new: 'Вернуть в новые',
  in_progress: 'Взять в работу',
  qualified: 'Подтвердить',
  won: 'Закрыть сделкой',
  lost: 'Сделка не состоялась',
  rejected: 'Отклонить',
  duplicate: 'Отметить дублем',
};

const isBack = (from: LeadStatus | null, to: LeadStatus) =>
  to === 'in_progress' && from !== null && from !== 'new';

/** `from` is null for a bulk transition, where leads can have different statuses. */
export const transitionTo = (to: LeadStatus, from: LeadStatus | null): Transition => ({
  to,
  label: isBack(from, to) ? 'Вернуть в работу' : LABELS[to],
  isRefusal: !FORWARD.includes(to),
  asks: !FORWARD.includes(to) || to === 'won' || isBack(from, to),
});

/** Transitions from a status in display order: forward, back, refusals. */
export function transitionsFrom(from: LeadStatus): Transition[] {
  const rank = ({ to, isRefusal }: Transition) => (isRefusal ? 2 : isBack(from, to) ? 1 : 0);
  return stateMachines.lead.transitions[from]
    .map((to) => transitionTo(to, from))
    .toSorted((a, b) => rank(a) - rank(b));
}

/** Returns true if a lead can move directly from `to` back to `from`. */
export const canGoBack = (from: LeadStatus, to: LeadStatus): boolean =>
  stateMachines.lead.transitions[to].includes(from);

/**
 * Status that undoes the transition `from` → `to`, or null if undo is not possible. A lead that was new moves to `in_progress`,
 * because no transition leads to `new`.
 */
export function wayBack(from: LeadStatus, to: LeadStatus): LeadStatus | null {
  const before = from === 'new' && to !== 'in_progress' ? 'in_progress' : from;
  return canGoBack(before, to) && !(before in LEAD_REASONS) ? before : null;
}

/** Effect of a transition on rewards, shown before confirmation. Empty without an effect. */
export function effectOf(to: LeadStatus, from: LeadStatus | null, lead?: Lead): string {
  if (to === 'won')
    return 'Лид перейдет в «Сделка», вознаграждение начислится по условиям программы, партнер об этом узнает. Вернуть лид в работу сразу не получится: только через «Сделка не состоялась», тогда начисленное отменится, а выплаченное вычтем из следующих выплат.';
  if (lead === undefined || (from !== 'qualified' && from !== 'won')) return '';
  const { settled_kop } = overpaymentOf(lead);
  const open_kop = (lead.reward?.amount_kop ?? 0) - Math.max(0, settled_kop);
  return [
    settled_kop > 0 && `${paidWord(lead)} ${formatMoney(settled_kop)}: вычтем из следующих выплат партнера.`,
    open_kop > 0 && `Начисленное вознаграждение ${formatMoney(open_kop)} будет отменено.`,
  ]
    .filter(Boolean)
    .join(' ');
}
