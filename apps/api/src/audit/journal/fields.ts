import {
  ACCRUAL_KIND_LABELS,
  actMachine,
  CONTRACT_KIND_LABELS,
  EMPLOYEE_STATUS_LABELS,
  EMPLOYMENT_LABELS,
  eachLeadField,
  eachPartnerText,
  type JournalKind,
  LEAD_FIELDS,
  LEAD_REASONS,
  PARTNER_KIND_LABELS,
  PARTNER_TEXTS,
  POSITION_LABELS,
  RECEIPT_STATUS_LABELS,
  REVIEW_REASON_LABELS,
  registryMachine,
  stateMachines,
  TAX_RESIDENCE_LABELS,
  TIME_ZONE_LABELS,
} from '@referral-dashboard/api-contract';

type Words = Readonly<Record<string, string>>;

const STATUS = 'Статус';
const DELIVERY: Words = { waiting: 'В очереди', sent: 'Отправлено', failed: 'Не доставлено' };
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
  message: { label: STATUS, words: DELIVERY },
};

type Field = {
  label: string;
  /** Format of the value. Default: plain text. */
  as?: 'money' | 'day' | 'moment' | 'days' | 'flag' | Words;
};

const METHODS = { sbp: 'СБП', card: 'Карта', bank_account: 'Банковский счет' };
const EVENTS = { lead_qualified: 'Лид подтвержден', deal_won: 'Сделка' };
const VAT = {
  none: 'Без НДС',
  general: 'НДС по общей ставке',
  reduced: 'НДС по льготной ставке',
  usn_5: 'НДС 5\u00a0%',
  usn_7: 'НДС 7\u00a0%',
  zero: 'НДС 0\u00a0%',
};
const FORMATS = { csv: 'CSV', xlsx: 'Excel', pdf: 'PDF', '1c': 'Файл 1С' };
const POLICIES = { open: 'Сразу', by_request: 'По заявке', closed: 'Закрыто' };

/** Labels and formats of fields. Fields that are not listed are not shown. */
export const FIELDS: Readonly<Record<string, Field>> = {
  ...eachPartnerText((text) => ({ label: PARTNER_TEXTS[text].label })),
  ...eachLeadField((field) => ({ label: LEAD_FIELDS[field].label })),
  lead_partner: { label: 'Партнер' },
  name: { label: 'Название' },
  documents: { label: 'Строк' },
  banks: { label: 'Банков' },
  directory_day: { label: 'Действует с', as: 'day' },
  list: { label: 'Файл' },
  format: { label: 'Формат', as: FORMATS },
  rows: { label: 'Строк' },
  filter: { label: 'Фильтр' },
  legal_name: { label: 'Юридическое название' },
  inn: { label: 'ИНН' },
  kpp: { label: 'КПП' },
  site: { label: 'Сайт' },
  support_url: { label: 'Техподдержка' },
  privacy_policy_url: { label: 'Политика обработки персональных данных' },
  privacy_policy: { label: 'Текст политики' },
  default_hold_days: { label: 'Удержание по умолчанию', as: 'days' },
  default_min_payout_kop: { label: 'Минимальная выплата', as: 'money' },
  time_zone: { label: 'Часовой пояс', as: TIME_ZONE_LABELS },
  four_eyes: { label: 'Утверждает не тот, кто сформировал', as: 'flag' },
  separate_approver: { label: 'Утверждает не тот, кто добавил начисления или реквизиты', as: 'flag' },
  brand_color: { label: 'Цвет' },
  logo: { label: 'Логотип' },
  bank_name: { label: 'Банк' },
  bank_bik: { label: 'БИК' },
  bank_account: { label: 'Расчетный счет' },
  bank_corr_account: { label: 'Корреспондентский счет' },
  partner_kinds: { label: 'Виды партнеров', as: PARTNER_KIND_LABELS },
  vat_ip: { label: 'НДС в выплатах ИП', as: VAT },
  vat_legal: { label: 'НДС в выплатах юридическим лицам', as: VAT },
  payment_terms: { label: 'Условия выплат' },
  withholds_tax_since: { label: 'Удерживаем НДФЛ и платим взносы с', as: 'moment' },
  receipts_required: { label: 'Без чека нет следующей выплаты', as: 'flag' },
  host: { label: 'Почтовый сервер' },
  port: { label: 'Порт' },
  encryption: { label: 'Шифрование', as: { tls: 'TLS', starttls: 'STARTTLS' } },
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
  budget_kop: { label: 'Бюджет', as: 'money' },
  join_policy: { label: 'Вступление', as: POLICIES },
  starts_at: { label: 'Начало', as: 'moment' },
  ends_at: { label: 'Окончание', as: 'moment' },
  attribution_window_days: { label: 'Срок действия ссылки', as: 'days' },
  duplicate_window_days: { label: 'Срок поиска дублей', as: 'days' },
  landing: { label: 'Публичная страница' },
  consent_text: { label: 'Текст согласия' },
  ad_label: { label: 'Рекламодатель' },
  ad_erid: { label: 'erid' },

  kind: { label: 'Вид', as: { ...ACCRUAL_KIND_LABELS, ...PARTNER_KIND_LABELS, ...METHODS } },
  last_name: { label: 'Фамилия' },
  first_name: { label: 'Имя' },
  father_name: { label: 'Отчество' },
  company_name: { label: 'Название компании' },
  phone: { label: 'Телефон' },
  tags: { label: 'Метки' },
  min_payout_kop: { label: 'Минимальная выплата', as: 'money' },
  contract_kind: { label: 'Вид договора', as: CONTRACT_KIND_LABELS },
  contract_number: { label: 'Номер договора' },
  contract_date: { label: 'Дата договора', as: 'day' },
  month: { label: 'Месяц' },
  employment: { label: 'Работа в организации', as: EMPLOYMENT_LABELS },
  employed_until: { label: 'Последний день работы', as: 'day' },
  receipt: { label: 'Чек', as: RECEIPT_STATUS_LABELS },
  reminded: { label: 'Партнеров' },
  tax_status: { label: 'Статус самозанятого', as: { active: 'Платит НПД', lost: 'Не платит НПД' } },
  invitation: { label: 'Приглашение' },
  application: { label: 'Заявка' },
  sign_in: { label: 'Вход' },
  recovery: { label: 'Ссылка для нового пароля' },
  position: { label: 'Должность', as: POSITION_LABELS },
  label: { label: 'Подпись' },
  active: { label: 'Включена', as: 'flag' },

  amount_kop: { label: 'Сумма', as: 'money' },
  tax_kop: { label: 'НДФЛ', as: 'money' },
  tax_residence: { label: 'Налоговое резидентство', as: TAX_RESIDENCE_LABELS },
  deal_amount_kop: { label: 'Сумма сделки', as: 'money' },
  review_reason: { label: 'Причина проверки', as: REVIEW_REASON_LABELS },
  reason_code: { label: 'Причина', as: REASONS },
  purpose: { label: 'Назначение платежа' },
  is_final: { label: 'Финальная выплата', as: 'flag' },
  paid_on: { label: 'Дата перевода', as: 'day' },
  external_ref: { label: 'Номер перевода' },
  failure_reason: { label: 'Причина ошибки' },
  cancel_reason: { label: 'Причина отмены' },
};
