import { LEAD_REASONS, type Lead, type LeadStatus, stateMachines } from '@referral-dashboard/api-contract';
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

/** Returns true if a lead can move directly from `to` back to `from`. */
export const canUndo = (from: LeadStatus, to: LeadStatus): boolean =>
  stateMachines.lead.transitions[to].includes(from);

/**
 * Status that undoes the transition `from` → `to`, or null if undo is not possible. A lead that was new moves to `in_progress`,
 * because no transition leads to `new`.
 */
export function getUndoStatus(from: LeadStatus, to: LeadStatus): LeadStatus | null {
  const undoStatus = from === 'new' && to !== 'in_progress' ? 'in_progress' : from;
  return canUndo(undoStatus, to) && !(undoStatus in LEAD_REASONS) ? undoStatus : null;
}

/** Effect of a transition on rewards, shown before confirmation. Empty without an effect. */
export function describeEffect(to: LeadStatus, from: LeadStatus | null, lead?: Lead): string {
  if (to === 'won')
    return 'Лид перейдет в «Сделка», вознаграждение начислится по условиям программы, партнер об этом узнает. Вернуть лид в работу сразу не получится: только через «Сделка не состоялась», тогда начисленное отменится, а выплаченное вычтем из следующих выплат.';
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
