import type { LeadStatus } from '../../base/state-machines.ts';

/** Reasons by state, for the states that require one, with their labels. `other` requires a comment. */
export const LEAD_REASONS = {
  rejected: {
    invalid_contact: 'Неверный контакт',
    no_answer: 'Не отвечает',
    existing_client: 'Уже клиент',
    not_target: 'Нецелевой',
    spam: 'Спам',
    test: 'Тест',
    self_referral: 'Заявка на себя',
    fraud: 'Мошенничество',
    terms: 'Нарушение условий',
    other: 'Другое',
  },
  lost: {
    refused: 'Отказ клиента',
    competitor: 'Выбран конкурент',
    no_budget: 'Нет бюджета',
    refund: 'Возврат средств',
    other: 'Другое',
  },
  duplicate: { same_phone: 'Тот же телефон', same_email: 'Та же почта' },
} as const;

export type LeadReason = {
  [State in keyof typeof LEAD_REASONS]: keyof (typeof LEAD_REASONS)[State];
}[keyof typeof LEAD_REASONS];

export const REASON_CODES = [
  ...new Set(Object.values(LEAD_REASONS).flatMap((reasons) => Object.keys(reasons))),
] as [LeadReason, ...LeadReason[]];

/** Contacts of a partner that are compared with the phone and the e-mail of a lead. */
export const SELF_REFERRAL_MATCHES = [
  'card_phone',
  'card_email',
  'user_phone',
  'user_email',
  'payout_phone',
  'former_phone',
  'former_email',
  'employee_phone',
  'employee_email',
] as const;
export type SelfReferralMatch = (typeof SELF_REFERRAL_MATCHES)[number];
export const SELF_REFERRAL_LABELS = {
  card_phone: 'телефон в карточке партнера',
  card_email: 'почта в карточке партнера',
  user_phone: 'телефон, с которым партнер входит',
  user_email: 'почта в профиле партнера',
  payout_phone: 'телефон партнера для СБП',
  former_phone: 'прежний телефон партнера',
  former_email: 'прежняя почта партнера',
  employee_phone: 'телефон сотрудника организации',
  employee_email: 'почта сотрудника организации',
} as const satisfies Record<SelfReferralMatch, string>;

/** States in which another lead with the same phone is a duplicate. */
export const LIVE_LEAD_STATUSES = ['new', 'in_progress', 'qualified', 'won'] as const satisfies LeadStatus[];

export const isLive = (status: LeadStatus) => (LIVE_LEAD_STATUSES as readonly LeadStatus[]).includes(status);

type Transition = {
  from: LeadStatus;
  to: LeadStatus;
  reason_code?: LeadReason | null | undefined;
  reason_comment?: string | undefined;
};

/** Returns the problems of a transition's reason, by field. A backward transition requires a comment, a transition to a status of `LEAD_REASONS` one of its codes. */
export function reasonProblems({
  from,
  to,
  reason_code,
  reason_comment = '',
}: Transition): Record<string, string[]> {
  const codes: object | undefined =
    to in LEAD_REASONS ? LEAD_REASONS[to as keyof typeof LEAD_REASONS] : undefined;
  if (codes === undefined) {
    if (reason_code) return { reason_code: ['Для этого статуса причина не выбирается.'] };
    const isBack = to === 'in_progress' && from !== 'new';
    return isBack && reason_comment === '' ? { reason_comment: ['Укажите причину возврата.'] } : {};
  }
  if (!reason_code) return { reason_code: ['Укажите причину.'] };
  if (!(reason_code in codes)) return { reason_code: ['Эта причина не подходит к статусу.'] };
  return reason_code === 'other' && reason_comment === '' ? { reason_comment: ['Опишите причину.'] } : {};
}
