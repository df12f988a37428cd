import { machines } from '@referral-dashboard/api-contract';

/** Every state of the product's things and its name, as people read it. Two of a program follow from its dates. */
export const statusLabels = {
  program: { ...machines.program.labels, scheduled: 'Запланирована', ended: 'Завершена' },
  partner: machines.partner.labels,
  enrollment: machines.enrollment.labels,
  lead: machines.lead.labels,
  accrual: machines.accrual.labels,
  payment: machines.payment.labels,
} as const;

export type StatusKind = keyof typeof statusLabels;
export type StatusOf<Kind extends StatusKind> = keyof (typeof statusLabels)[Kind];
