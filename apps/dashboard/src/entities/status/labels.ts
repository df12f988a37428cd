import {
  ACCRUAL_STATUS_LABELS,
  actMachine,
  BANK_DOCUMENT_STATE_LABELS,
  DELIVERY_STATUS_LABELS,
  OUTSIDE_EVENT_STATE_LABELS,
  RECEIPT_STATUS_LABELS,
  registryMachine,
  stateMachines,
} from '@referral-dashboard/api-contract';

/** All statuses and their labels. Two program statuses are derived from the program's dates. */
export const statusLabels = {
  program: { ...stateMachines.program.labels, scheduled: 'Запланирована', ended: 'Завершена' },
  partner: stateMachines.partner.labels,
  enrollment: stateMachines.enrollment.labels,
  lead: stateMachines.lead.labels,
  accrual: ACCRUAL_STATUS_LABELS,
  payment: stateMachines.payment.labels,
  registry: registryMachine.labels,
  bank_document: BANK_DOCUMENT_STATE_LABELS,
  delivery: DELIVERY_STATUS_LABELS,
  outside_event: OUTSIDE_EVENT_STATE_LABELS,
  receipt: RECEIPT_STATUS_LABELS,
  act: actMachine.labels,
} as const;

export type StatusKind = keyof typeof statusLabels;
export type StatusOf<Kind extends StatusKind> = keyof (typeof statusLabels)[Kind];
