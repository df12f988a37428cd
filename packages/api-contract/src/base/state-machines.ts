/** A state machine: the entry states of an object, and its transitions. */
export type StateMachine<State extends string = string> = {
  /** Default entry state. */
  readonly initial: State;
  /** Russian labels of the states. */
  readonly labels: Readonly<Record<State, string>>;
  /** All transitions. Others are refused with 409 `invalid_transition`. */
  readonly transitions: Readonly<Record<State, readonly State[]>>;
  /** All entry states. */
  readonly entry: readonly State[];
};

const machine = <State extends string>(definition: {
  initial: NoInfer<State>;
  labels: Readonly<Record<State, string>>;
  transitions: Readonly<Record<NoInfer<State>, readonly NoInfer<State>[]>>;
  entry: readonly NoInfer<State>[];
}): StateMachine<State> => definition;

/** The state machines of the product. */
export const stateMachines = {
  program: machine({
    initial: 'draft',
    labels: { draft: 'Черновик', active: 'Активна', paused: 'Приостановлена', archived: 'В архиве' },
    transitions: {
      draft: ['active'],
      active: ['paused', 'archived'],
      paused: ['active', 'archived'],
      archived: ['paused'],
    },
    entry: ['draft'],
  }),
  partner: machine({
    initial: 'invited',
    labels: {
      invited: 'Приглашен',
      pending: 'На рассмотрении',
      active: 'Активен',
      rejected: 'Отклонен',
      blocked: 'Заблокирован',
      archived: 'В архиве',
    },
    transitions: {
      invited: ['active', 'archived'],
      pending: ['active', 'rejected'],
      active: ['blocked', 'archived'],
      rejected: ['pending', 'archived'],
      blocked: ['active', 'archived'],
      archived: ['active'],
    },
    entry: ['invited', 'pending', 'active'],
  }),
  enrollment: machine({
    initial: 'pending',
    labels: {
      invited: 'Приглашен',
      pending: 'Заявка',
      active: 'Участвует',
      paused: 'Приостановлен',
      rejected: 'Отклонен',
      left: 'Вышел',
      blocked: 'Заблокирован',
    },
    transitions: {
      invited: ['active', 'left'],
      pending: ['active', 'rejected'],
      active: ['paused', 'blocked', 'left'],
      paused: ['active', 'blocked', 'left'],
      rejected: ['pending'],
      left: ['pending'],
      blocked: ['active'],
    },
    entry: ['invited', 'pending', 'active'],
  }),
  lead: machine({
    initial: 'new',
    labels: {
      new: 'Новый',
      in_progress: 'В работе',
      qualified: 'Подтвержден',
      won: 'Сделка',
      lost: 'Не состоялась',
      rejected: 'Отклонен',
      duplicate: 'Дубль',
    },
    transitions: {
      new: ['in_progress', 'qualified', 'rejected', 'duplicate'],
      in_progress: ['qualified', 'won', 'lost', 'rejected', 'duplicate'],
      qualified: ['in_progress', 'won', 'lost', 'rejected'],
      won: ['lost'],
      lost: ['in_progress'],
      rejected: ['in_progress'],
      duplicate: ['in_progress'],
    },
    entry: ['new', 'duplicate'],
  }),
  accrual: machine({
    initial: 'hold',
    labels: {
      hold: 'На удержании',
      review: 'На проверке',
      available: 'Доступно к выплате',
      reserved: 'В выплате',
      paid: 'Выплачено',
      canceled: 'Отменено',
    },
    transitions: {
      hold: ['available', 'review', 'canceled'],
      review: ['hold', 'available', 'canceled'],
      available: ['reserved', 'review', 'canceled'],
      reserved: ['paid', 'available'],
      paid: ['available'],
      canceled: [],
    },
    entry: ['hold', 'review', 'available'],
  }),
  payment: machine({
    initial: 'draft',
    labels: {
      requested: 'Запрошена',
      draft: 'Черновик',
      approved: 'К оплате',
      processing: 'В обработке',
      paid: 'Выплачена',
      failed: 'Ошибка',
      canceled: 'Отменена',
      returned: 'Возвращена банком',
    },
    transitions: {
      requested: ['draft', 'canceled'],
      draft: ['approved', 'canceled'],
      approved: ['processing', 'paid', 'canceled'],
      processing: ['paid', 'failed'],
      failed: ['approved', 'canceled'],
      paid: ['returned'],
      canceled: [],
      returned: [],
    },
    entry: ['requested', 'draft'],
  }),
} as const;

export type StateMachineName = keyof typeof stateMachines;
export type StateOf<Name extends StateMachineName> = keyof (typeof stateMachines)[Name]['labels'];

export type ProgramStatus = StateOf<'program'>;
export type PartnerStatus = StateOf<'partner'>;
export type EnrollmentStatus = StateOf<'enrollment'>;
export type LeadStatus = StateOf<'lead'>;
export type AccrualStatus = StateOf<'accrual'>;
export type PaymentStatus = StateOf<'payment'>;

/** Returns the states of a machine in display order. */
export const getStates = <State extends string>({ labels }: Pick<StateMachine<State>, 'labels'>) =>
  Object.keys(labels) as [State, ...State[]];

/** Returns true when the machine has the transition. */
export const canTransition = <State extends string>(
  { transitions }: StateMachine<State>,
  from: State,
  to: State,
) => transitions[from].includes(to);
