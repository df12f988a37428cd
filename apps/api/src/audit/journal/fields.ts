import {
  ACCRUAL_KIND_LABELS,
  API_SCOPE_LABELS,
  ATTRIBUTION_LABELS,
  actMachine,
  CLIENT_FIELD_LABELS,
  CONTRACT_KIND_LABELS,
  CRM_LABELS,
  DELIVERY_STATUS_LABELS,
  EMPLOYEE_STATUS_LABELS,
  EMPLOYMENT_LABELS,
  JOIN_POLICY_LABELS,
  type JournalKind,
  LANDING_MODE_LABELS,
  LEAD_FIELD_LABELS,
  LEAD_REASONS,
  MAIL_ENCRYPTION_LABELS,
  ORGANIZATION_FIELD_LABELS,
  PARTNER_CHANGE_LABELS,
  PARTNER_FIELD_LABELS,
  PARTNER_KIND_LABELS,
  PAYOUT_METHOD_LABELS,
  POSITION_LABELS,
  RECEIPT_STATUS_LABELS,
  REVIEW_REASON_LABELS,
  registryMachine,
  stateMachines,
  TAX_RESIDENCE_LABELS,
  TIME_ZONE_LABELS,
  WEBHOOK_EVENT_LABELS,
} from '@referral-dashboard/api-contract';

type Words = Readonly<Record<string, string>>;

const STATUS = 'Статус';
const REASONS: Words = Object.assign({}, ...Object.values(LEAD_REASONS));

/** Label of `from` and `to` of a diff, and the Russian names of their values. */
export const STATUS_WORDS: Readonly<Partial<Record<JournalKind, { label: string; words: Words }>>> = {
  lead: { label: STATUS, words: stateMachines.lead.labels },
  partner: { label: STATUS, words: stateMachines.partner.labels },
  enrollment: { label: STATUS, words: stateMachines.enrollment.labels },
  program: { label: STATUS, words: stateMachines.program.labels },
  accrual: { label: STATUS, words: stateMachines.accrual.labels },
  payment: { label: STATUS, words: stateMachines.payment.labels },
  registry: { label: STATUS, words: registryMachine.labels },
  act: { label: STATUS, words: actMachine.labels },
  employee: { label: 'Доступ', words: { ...EMPLOYEE_STATUS_LABELS, ...POSITION_LABELS } },
  message: { label: STATUS, words: DELIVERY_STATUS_LABELS },
};

type Field = {
  label: string;
  /** Format of the value. Default: plain text. */
  as?: 'money' | 'day' | 'month' | 'moment' | 'days' | 'flag' | Words;
};

/** Returns fields that are shown as plain text. */
const plain = (labels: Words): Record<string, Field> =>
  Object.fromEntries(Object.entries(labels).map(([field, label]) => [field, { label }]));

const EVENTS = { lead_qualified: 'Лид подтвержден', deal_won: 'Сделка' };
const VAT = {
  none: 'Без НДС',
  general: 'НДС по общей ставке',
  reduced: 'НДС по льготной ставке',
  usn_5: 'НДС 5\u00a0%',
  usn_7: 'НДС 7\u00a0%',
  zero: 'НДС 0\u00a0%',
};
const FORMATS = { csv: 'CSV', xlsx: 'Excel', pdf: 'PDF', '1c': 'Файл 1С', qr: 'QR-код' };

/** Labels of the kinds that name a field in another way than the other kinds. */
const OWN_LABELS: Readonly<Partial<Record<JournalKind, Words>>> = {
  lead: LEAD_FIELD_LABELS,
  client: { ...CLIENT_FIELD_LABELS, paid_on: 'Дата оплаты' },
  partner: PARTNER_CHANGE_LABELS,
  api_key: { name: 'Название' },
};

/** Returns the label of a field of a kind of object. Undefined: the field is not shown. */
export const getFieldLabel = (kind: JournalKind, field: string): string | undefined =>
  OWN_LABELS[kind]?.[field] ?? FIELDS[field]?.label;

/** Labels and formats of fields. Fields that are not listed are not shown. */
export const FIELDS: Readonly<Record<string, Field>> = {
  ...plain(LEAD_FIELD_LABELS),
  lead_number: { label: 'Лид' },
  sale_number: { label: 'Продажа' },
  external_id: { label: CLIENT_FIELD_LABELS.external_id },
  product: { label: 'Товар' },
  vat_kop: { label: 'НДС', as: 'money' },
  ...plain(PARTNER_CHANGE_LABELS),
  ...plain(ORGANIZATION_FIELD_LABELS),
  lead_partner: { label: 'Партнер' },
  documents: { label: 'Строк' },
  document_numbers: { label: 'Номера документов' },
  banks: { label: 'Банков' },
  directory_day: { label: 'Действует с', as: 'day' },
  list: { label: 'Файл' },
  format: { label: 'Формат', as: FORMATS },
  rows: { label: 'Строк' },
  filter: { label: 'Фильтр' },
  created: { label: 'Добавлено' },
  updated: { label: 'Изменено' },
  skipped: { label: 'Пропущено' },
  refused: { label: 'Не загружено' },
  privacy_policy: { label: 'Текст политики' },
  default_hold_days: { label: 'Удержание по умолчанию', as: 'days' },
  default_min_payout_kop: { label: ORGANIZATION_FIELD_LABELS.default_min_payout_kop, as: 'money' },
  time_zone: { label: ORGANIZATION_FIELD_LABELS.time_zone, as: TIME_ZONE_LABELS },
  four_eyes: { label: ORGANIZATION_FIELD_LABELS.four_eyes, as: 'flag' },
  separate_approver: { label: 'Утверждает не тот, кто добавил начисления или реквизиты', as: 'flag' },
  logo: { label: 'Логотип' },
  partner_kinds: { label: ORGANIZATION_FIELD_LABELS.partner_kinds, as: PARTNER_KIND_LABELS },
  vat_ip: { label: ORGANIZATION_FIELD_LABELS.vat_ip, as: VAT },
  vat_legal: { label: ORGANIZATION_FIELD_LABELS.vat_legal, as: VAT },
  withholds_tax_since: { label: 'Удерживаем НДФЛ и платим взносы с', as: 'moment' },
  receipts_required: { label: 'Без чека нет следующей выплаты', as: 'flag' },
  host: { label: 'Почтовый сервер' },
  url: { label: 'Адрес вебхука' },
  crm: { label: 'CRM', as: CRM_LABELS },
  events: { label: 'События', as: WEBHOOK_EVENT_LABELS },
  is_on: { label: 'Включен', as: 'flag' },
  port: { label: 'Порт' },
  encryption: { label: 'Шифрование', as: MAIL_ENCRYPTION_LABELS },
  user_name: { label: 'Имя пользователя почты' },
  smtp_password: { label: 'Пароль почты' },
  bot_name: { label: 'Бот' },
  bot_token: { label: 'Токен бота' },
  from_address: { label: 'Адрес отправителя' },
  from_name: { label: 'Имя отправителя' },
  offer: { label: 'Оферта' },
  personal_data: { label: 'Согласие на обработку персональных данных' },

  description: { label: 'Описание' },
  reward: { label: 'Вознаграждение' },
  reward_event: { label: 'За что вознаграждение', as: EVENTS },
  hold_days: { label: 'Удержание', as: 'days' },
  group: { label: 'Группа' },
  is_default: { label: 'Для новых партнеров', as: 'flag' },
  starts_on: { label: 'Первый день', as: 'day' },
  ends_on: { label: 'Последний день', as: 'day' },
  budget_kop: { label: 'Бюджет', as: 'money' },
  join_policy: { label: 'Вступление', as: JOIN_POLICY_LABELS },
  starts_at: { label: 'Начало', as: 'moment' },
  ends_at: { label: 'Окончание', as: 'moment' },
  attribution_window_days: { label: 'Закрепление клиента', as: 'days' },
  duplicate_window_days: { label: 'Срок поиска дублей', as: 'days' },
  landing: { label: 'Публичная страница' },
  landing_mode: { label: 'Что открывает ссылка', as: LANDING_MODE_LABELS },
  landing_url: { label: 'Страница сайта' },
  attribution: { label: 'Кому заявка с сайта', as: ATTRIBUTION_LABELS },
  consent_text: { label: 'Текст согласия' },
  ad_label: { label: 'Рекламодатель' },
  ad_erid: { label: 'erid' },

  kind: { label: 'Вид', as: { ...ACCRUAL_KIND_LABELS, ...PARTNER_KIND_LABELS, ...PAYOUT_METHOD_LABELS } },
  min_payout_kop: { label: PARTNER_FIELD_LABELS.min_payout_kop, as: 'money' },
  contract_kind: { label: PARTNER_FIELD_LABELS.contract_kind, as: CONTRACT_KIND_LABELS },
  contract_date: { label: PARTNER_FIELD_LABELS.contract_date, as: 'day' },
  month: { label: 'Месяц', as: 'month' },
  closed_month: { label: 'Закрыто по', as: 'month' },
  employment: { label: PARTNER_FIELD_LABELS.employment, as: EMPLOYMENT_LABELS },
  employed_until: { label: PARTNER_FIELD_LABELS.employed_until, as: 'day' },
  receipt: { label: 'Чек', as: RECEIPT_STATUS_LABELS },
  receipt_number: { label: 'Номер чека' },
  reminded: { label: 'Партнеров' },
  erased: { label: 'Значений' },
  tax_status: {
    label: PARTNER_CHANGE_LABELS.tax_status,
    as: { active: 'Платит НПД', lost: 'Не платит НПД' },
  },
  scopes: { label: 'Права', as: API_SCOPE_LABELS },
  expires_at: { label: 'Действует до', as: 'moment' },
  position: { label: 'Должность', as: POSITION_LABELS },
  requisites: { label: 'Реквизиты' },
  label: { label: 'Название' },
  active: { label: 'Включена', as: 'flag' },

  amount_kop: { label: 'Сумма', as: 'money' },
  tax_kop: { label: 'НДФЛ', as: 'money' },
  tax_residence: { label: PARTNER_FIELD_LABELS.tax_residence, as: TAX_RESIDENCE_LABELS },
  deal_amount_kop: { label: LEAD_FIELD_LABELS.deal_amount_kop, as: 'money' },
  review_reason: { label: 'Причина проверки', as: REVIEW_REASON_LABELS },
  reason_code: { label: 'Причина', as: REASONS },
  purpose: { label: 'Назначение платежа' },
  content: { label: 'Начисления' },
  is_final: { label: 'Финальная выплата', as: 'flag' },
  file_not_uploaded: { label: 'Файл не загружен в банк', as: 'flag' },
  paid_on: { label: 'Дата перевода', as: 'day' },
  external_ref: { label: 'Номер перевода' },
  failure_reason: { label: 'Причина ошибки' },
  cancel_reason: { label: 'Причина отмены' },
  returned_on: { label: 'Дата возврата', as: 'day' },
  return_reason: { label: 'Причина возврата' },
};
