/** Every state of the product's things and its name, as people read it. */
export const statusLabels = {
  program: {
    draft: 'Черновик',
    active: 'Активна',
    paused: 'Приостановлена',
    archived: 'В архиве',
  },
  partner: {
    invited: 'Приглашен',
    pending: 'На рассмотрении',
    active: 'Активен',
    rejected: 'Отклонен',
    blocked: 'Заблокирован',
    archived: 'В архиве',
  },
  enrollment: {
    invited: 'Приглашен',
    pending: 'Заявка',
    active: 'Участвует',
    paused: 'Приостановлен',
    rejected: 'Отклонен',
    left: 'Вышел',
    blocked: 'Заблокирован',
  },
  lead: {
    new: 'Новый',
    in_progress: 'В работе',
    qualified: 'Подтвержден',
    won: 'Сделка',
    lost: 'Не состоялась',
    rejected: 'Отклонен',
    duplicate: 'Дубль',
  },
  accrual: {
    hold: 'На удержании',
    review: 'На проверке',
    available: 'Доступно к выплате',
    reserved: 'В выплате',
    paid: 'Выплачено',
    canceled: 'Отменено',
  },
  payment: {
    requested: 'Запрошена',
    draft: 'Черновик',
    approved: 'К оплате',
    processing: 'В обработке',
    paid: 'Выплачена',
    failed: 'Ошибка',
    canceled: 'Отменена',
  },
} as const;

export type StatusKind = keyof typeof statusLabels;
export type StatusOf<Kind extends StatusKind> = keyof (typeof statusLabels)[Kind];
