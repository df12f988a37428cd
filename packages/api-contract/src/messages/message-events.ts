import { POSITIONS, type Position } from '../values/roles/roles.ts';
import { eachChannel, MESSAGE_CHANNEL_TEXTS, type MessageChannel } from './message-channels.ts';

/** `off`: no message. `now`: a message at each event. `daily`: one message with all events of the day. */
export const MESSAGE_MODES = ['off', 'now', 'daily'] as const;
export type MessageMode = (typeof MESSAGE_MODES)[number];

export const MESSAGE_MODE_LABELS: Readonly<Record<MessageMode, string>> = {
  off: 'Не присылать',
  now: 'Сразу',
  daily: 'Раз в день',
};

/** Events with notifications. */
export const MESSAGE_EVENTS = [
  'lead_came',
  'lead_moved',
  'client_transferred',
  'partner_applied',
  'application_decided',
  'terms_changed',
  'accrual_released',
  'payment_requested',
  'payment_paid',
  'payment_failed',
  'receipt_due',
  'act_issued',
  'act_objected',
  'requisites_changed',
  'budget_ending',
  'webhook_failing',
  'crm_broken',
  'sign_in',
  'account_changed',
  'owner_added',
  'export_made',
] as const;
export type MessageEvent = (typeof MESSAGE_EVENTS)[number];

type EventRules = {
  label: string;
  /** Positions of the organization that are notified. */
  positions: readonly Position[];
  /** True when the partner concerned is notified. */
  partner: boolean;
  /** True for events that are sent at once at any hour. */
  isUrgent: boolean;
  /** True when each user can choose the channels. */
  isChosen: boolean;
  /** Default mode by channel. */
  usual: Readonly<Record<MessageChannel, MessageMode>>;
};

const usual = (mode: MessageMode, paid: MessageMode): EventRules['usual'] =>
  eachChannel((channel) => (MESSAGE_CHANNEL_TEXTS[channel].isPaid ? paid : mode));
const AT_ONCE = usual('now', 'off');
const DAILY = usual('daily', 'off');
const EVERYWHERE = usual('now', 'now');

const LEADS: readonly Position[] = ['owner', 'manager', 'viewer'];
const SALES: readonly Position[] = ['owner', 'manager'];
const MONEY: readonly Position[] = ['owner', 'accountant'];

type Readers = Pick<EventRules, 'positions' | 'partner'>;

const rule = (label: string, readers: Readers, modes: EventRules['usual']): EventRules => ({
  ...readers,
  label,
  usual: modes,
  isUrgent: false,
  isChosen: true,
});

const staff = (positions: readonly Position[]): Readers => ({ positions, partner: false });
const staffAndPartner = (positions: readonly Position[]): Readers => ({ positions, partner: true });
const allUsers = staffAndPartner(POSITIONS);

/** Recipients and default modes by event. A position gets no notification about data that it may not read. */
export const MESSAGE_RULES: Readonly<Record<MessageEvent, EventRules>> = {
  lead_came: rule('Новый лид', staffAndPartner(LEADS), AT_ONCE),
  lead_moved: rule('Статус лида изменен', staffAndPartner(LEADS), DAILY),
  client_transferred: rule('Клиент передан', staffAndPartner([]), AT_ONCE),
  partner_applied: rule('Заявка партнера', staff(SALES), AT_ONCE),
  application_decided: rule('Решение по заявке на участие', staffAndPartner([]), AT_ONCE),
  terms_changed: rule('Новая ставка вознаграждения', staffAndPartner([]), AT_ONCE),
  accrual_released: rule('Вознаграждение доступно к выплате', staffAndPartner([]), DAILY),
  payment_requested: rule('Запрошена выплата', staff(MONEY), AT_ONCE),
  payment_paid: rule('Выплата выполнена', staffAndPartner(MONEY), AT_ONCE),
  payment_failed: rule('Выплата не прошла', staffAndPartner(MONEY), AT_ONCE),
  receipt_due: rule('Нужен чек по выплате', staffAndPartner([]), AT_ONCE),
  act_issued: rule('Готов акт за месяц', staffAndPartner([]), AT_ONCE),
  act_objected: rule('Возражение по акту', staff(MONEY), AT_ONCE),
  requisites_changed: {
    ...rule('Изменены реквизиты', staffAndPartner(MONEY), EVERYWHERE),
    isUrgent: true,
  },
  budget_ending: rule('Бюджет программы заканчивается', staff(SALES), AT_ONCE),
  webhook_failing: rule('Вебхук не работает', staff(['owner']), AT_ONCE),
  crm_broken: rule('CRM не работает', staff(['owner']), AT_ONCE),
  sign_in: { ...rule('Вход с нового устройства', allUsers, EVERYWHERE), isUrgent: true },
  account_changed: {
    ...rule('Изменены данные для входа', allUsers, EVERYWHERE),
    isUrgent: true,
    isChosen: false,
  },
  owner_added: { ...rule('Новый владелец', staff(['owner']), EVERYWHERE), isUrgent: true, isChosen: false },
  export_made: rule('Выгружен файл', staff(['owner']), DAILY),
};

/** Returns the events that a user can configure: by position, or as a partner for null. */
export const getMessageEvents = (position: Position | null): MessageEvent[] =>
  MESSAGE_EVENTS.filter((event) => {
    const { positions, partner, isChosen } = MESSAGE_RULES[event];
    return isChosen && (position === null ? partner : positions.includes(position));
  });
