import { type RouteContract, routes } from '@referral-dashboard/api-contract';

type Name = keyof typeof routes;

/** Kinds of objects whose ids or codes occur in route paths. */
export const OBJECT_KINDS = [
  'program',
  'enrollment',
  'group',
  'personalTerms',
  'partner',
  'link',
  'lead',
  'leadComment',
  'client',
  'sale',
  'waitingSale',
  'import',
  'accrual',
  'payment',
  'registry',
  'fileDownload',
  'bankStatement',
  'act',
  'method',
  'employee',
  'employeeInvitation',
  'session',
  'listView',
  'delivery',
  'webhook',
  'webhookDelivery',
  'journalEntry',
  'apiKey',
  'code',
  'joinCode',
] as const;
export type Objects = Record<(typeof OBJECT_KINDS)[number], string>;

/** A PNG of one pixel. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A bank statement without documents. */
const STATEMENT = Buffer.from('1CClientBankExchange\r\nКодировка=UTF-8\r\nКонецФайла\r\n').toString('base64');

/** A table with one lead. */
export const TABLE = Buffer.from('Имя;Телефон\nИван;89031112233\n').toString('base64');

/** A bank directory with one bank. */
const DIRECTORY = Buffer.from(
  '<ED807 BusinessDay="2026-11-21"><BICDirectoryEntry BIC="044525225"><ParticipantInfo NameP="ПАО СБЕРБАНК"/></BICDirectoryEntry></ED807>',
).toString('base64');

/** Valid request bodies: a refusal then depends on the caller, not on the body. */
const BODIES: Partial<Record<Name, (objects: Objects) => object>> = {
  login: () => ({ phone: '+79031112266', password: 'not the one' }),
  verify: () => ({ token: 'not a token' }),
  refresh: () => ({ refresh: 'not a token' }),
  updateProfile: () => ({ first_name: 'Анна' }),
  changePassword: () => ({ current_password: 'not the one', new_password: 'another password' }),
  updateOrganization: () => ({ site: 'https://example.ru' }),
  updateOrganizationBank: () => ({ kpp: '' }),
  uploadBankDirectory: () => ({ data: DIRECTORY }),
  setEmailSender: () => ({
    host: 'smtp.example.ru',
    port: 465,
    encryption: 'tls',
    user: 'robot',
    smtp_password: 'secret',
    from_address: 'robot@example.ru',
    from_name: '',
    password: 'not the one',
  }),
  setTelegramSender: () => ({ bot_token: '123456:ABC', password: 'not the one' }),
  createWebhook: () => ({
    url: 'https://hooks.invalid/new',
    events: ['lead.created'],
    password: 'not the one',
  }),
  updateWebhook: () => ({ events: ['lead.created', 'payment.paid'] }),
  setLogo: () => ({ type: 'image/png', data: PIXEL }),
  createProgram: () => ({ name: 'Новая программа' }),
  updateProgram: () => ({ version: 1, description: 'Другое описание' }),
  enroll: ({ partner }) => ({ partner }),
  moveEnrollment: () => ({ action: 'pause' }),
  createGroup: () => ({ name: 'Серебро', reward: { kind: 'fixed', fixed_kop: 70_000 } }),
  updateGroup: () => ({ version: 1, hold_days: 3 }),
  assignGroup: ({ enrollment }) => ({ group: null, ids: [enrollment] }),
  previewTerms: () => ({ reward: { kind: 'fixed', fixed_kop: 70_000 } }),
  createPersonalTerms: () => ({
    reward: { kind: 'fixed', fixed_kop: 80_000 },
    starts_on: '2031-01-01',
    reason: 'Договоренность',
  }),
  updatePersonalTerms: () => ({ version: 1, ends_on: '2030-12-30' }),
  createPartner: () => ({ phone: '+79031112233' }),
  checkInvitation: () => ({ token: 'not a token' }),
  acceptInvitation: () => ({ token: 'not a token', password: 'another password' }),
  updateEmployee: () => ({ position: 'viewer' }),
  inviteEmployee: () => ({ phone: '+79031112288', position: 'manager' }),
  checkRecovery: () => ({ token: 'not a token' }),
  acceptRecovery: () => ({ token: 'not a token', password: 'another password' }),
  sendRecoveryCode: () => ({ phone: '+79031112200' }),
  recoverByCode: () => ({ phone: '+79031112200', code: '123456', password: 'another password' }),
  sendEmailCode: () => ({ password: 'not the one' }),
  confirmEmail: () => ({ code: '123456' }),
  startPhoneChange: () => ({ phone: '+79031112201', password: 'not the one' }),
  confirmPhoneChange: () => ({ phone: '+79031112201', code: '123456' }),
  changeEmployeePhone: () => ({ phone: '+79031112202' }),
  changePartnerPhone: () => ({ phone: '+79031112203' }),
  checkSetup: () => ({ token: 'not a token' }),
  setUp: () => ({
    token: 'not a token',
    organization: 'Уют',
    inn: '',
    last_name: 'Иванова',
    first_name: 'Анна',
    phone: '+79031112299',
    password: 'another password',
  }),
  updatePartner: () => ({ version: 1, note: 'Другая заметка' }),
  apply: () => ({
    kind: 'individual',
    last_name: 'Петров',
    first_name: 'Олег',
    phone: '+79031112288',
    offer: true,
    offer_version: 1,
    personal_data: true,
    personal_data_version: 1,
  }),
  confirmApplication: () => ({ token: 'not a token', code: '123456', password: 'another password' }),
  acceptApplication: () => ({ token: 'not a token', password: 'another password' }),
  decideApplication: ({ program }) => ({ program, decision: 'approve' }),
  checkApplication: () => ({ token: 'not a token' }),
  createLink: ({ program }) => ({ program }),
  updateLink: () => ({ label: 'Другая подпись' }),
  createLead: ({ program }) => ({ name: 'Иван', phone: '+79031112244', program }),
  createConversion: ({ program }) => ({
    external_id: 'order-1',
    name: 'Иван',
    phone: '+79031112248',
    program,
  }),
  updateLead: () => ({ version: 1, comment: 'Другой комментарий' }),
  transitionLead: () => ({ version: 1, to: 'in_progress' }),
  transferLead: ({ partner }) => ({ version: 1, partner, reason: 'Лид привел другой партнер' }),
  dismissTask: ({ lead }) => ({ key: `restorable_lead:${lead}` }),
  createLeadComment: () => ({ text: 'Перезвонить вечером' }),
  createClient: () => ({ name: 'Новый клиент', phone: '+79031112247' }),
  transferClient: ({ program, partner }) => ({
    program,
    partner,
    reason: 'Привел другой партнер',
    version: 1,
  }),
  createSale: ({ client }) => ({ client, amount_kop: 100_000, paid_on: '2026-01-01' }),
  createSales: ({ client }) => ({ sales: [{ client, amount_kop: 100_000, paid_on: '2026-01-01' }] }),
  createImport: () => ({ kind: 'leads', name: 'Лиды.csv', data: TABLE }),
  checkImport: () => ({ mapping: { name: 0, phone: 1 } }),
  findSaleClients: () => ({ texts: ['К-1'] }),
  matchWaitingSale: ({ client }) => ({ client }),
  createWaitingClient: () => ({ name: 'Покупатель' }),
  mergeWaitingSale: ({ sale }) => ({ sale }),
  rejectWaitingSale: () => ({ reason: 'Не наша продажа' }),
  updateSale: () => ({ version: 1, comment: 'По счету 12' }),
  refundSale: () => ({ amount_kop: 100, paid_on: '2026-08-01' }),
  updateClient: () => ({ version: 1, name: 'Другое имя' }),
  bulkMoveLeads: ({ lead }) => ({ ids: [lead], to: 'in_progress' }),
  undoLeadTransitions: ({ lead }) => ({ leads: [{ id: lead, version: 1 }] }),
  createAccrual: ({ partner }) => ({ partner, kind: 'bonus', amount_kop: 100, explanation: 'За старание' }),
  cancelAccrual: () => ({ reason: 'Так решили' }),
  restoreAccrual: () => ({ reason: 'Так решили' }),
  reviewAccrual: () => ({ reason: 'Так решили' }),
  releaseAccrual: () => ({}),
  createPayment: ({ partner }) => ({ partner }),
  provePayoutMethod: () => ({ code: '123456' }),
  requestPayment: ({ partner }) => ({ partner }),
  updatePayment: () => ({ add: 'all' }),
  acceptPayment: () => ({}),
  approvePayment: () => ({ version: 1 }),
  processPayment: () => ({}),
  markPaymentPaid: () => ({ paid_on: '2026-01-01', external_ref: 'ПП 12' }),
  returnPayment: () => ({ returned_on: '2026-01-01', external_ref: 'ПП 13' }),
  markPaymentFailed: () => ({ reason: 'Счет закрыт' }),
  retryPayment: () => ({}),
  cancelPayment: () => ({ reason: 'Так решили' }),
  createRegistry: ({ payment }) => ({ payments: [payment] }),
  approveRegistry: () => ({ version: 1 }),
  sendRegistry: () => ({}),
  cancelRegistry: () => ({ reason: 'Так решили' }),
  removeFromRegistry: ({ payment }) => ({ payments: [payment] }),
  markRegistryPaid: () => ({ paid_on: '2026-01-01', external_ref: 'ПП 12' }),
  markRegistryFailed: ({ payment }) => ({ payments: [payment], reason: 'Счет закрыт' }),
  createBankStatement: () => ({ name: 'kl_to_1c.txt', data: STATEMENT }),
  applyBankDocuments: ({ payment }) => ({ documents: [payment] }),
  dismissBankDocuments: ({ payment }) => ({ documents: [payment] }),
  restoreBankDocuments: ({ payment }) => ({ documents: [payment] }),
  updateBankFiles: () => ({ plain_dash: true }),
  createActs: () => ({ month: '2026-01' }),
  closeMonth: () => ({ month: '2000-01' }),
  reopenMonth: () => ({ month: '2000-01', reason: 'Опоздал документ' }),
  confirmAct: () => ({}),
  objectToAct: () => ({ objection: 'Сумма другая' }),
  reissueAct: () => ({}),
  giveReceipt: () => ({ receipt: '2001rb3pdo' }),
  closeReceipt: () => ({}),
  createPayoutMethod: () => ({ kind: 'sbp', phone: '+79031112277', bank: 'Т-Банк' }),
  createListView: () => ({ list: 'leads', name: 'Другой вид', query: 'status=won' }),
  updateListView: () => ({ query: 'status=lost' }),
  createApiKey: () => ({ name: 'Касса', scopes: ['leads:read'], password: 'not the one' }),
  revokeApiKey: () => ({}),
  readMessages: () => ({}),
  updateMessageSettings: () => ({ quiet: null }),
  recordClick: () => ({}),
  submitLead: () => ({ name: 'Иван', phone: '+79031112255', consent: true }),
  ...Object.fromEntries(
    ['activateProgram', 'pauseProgram', 'archiveProgram', 'restoreProgram', 'duplicateProgram'].map(
      (name) => [name, () => ({})],
    ),
  ),
  ...Object.fromEntries(
    ['approve', 'reject', 'reopen', 'block', 'unblock', 'archive', 'restore'].map((word) => [
      `${word}Partner`,
      () => ({ reason: 'Так решили' }),
    ]),
  ),
};

const QUERIES: Partial<Record<Name, string>> = {
  unlinkTelegram: '?bot=1',
  checkCode: '?code=free-code',
  bank: '?bik=044525225',
  imports: '?kind=leads',
  importRows: '?state=refused',
  search: '?search=%D0%9A%D0%BB%D0%B8%D0%B5%D0%BD%D1%82',
  listViews: '?list=leads',
  banks: '?search=%D0%B1%D0%B0%D0%BD%D0%BA',
  exportLeads: '?format=csv',
  exportClients: '?format=csv',
  exportSales: '?format=csv',
  exportPartners: '?format=csv',
  exportAccruals: '?format=csv',
  exportPayments: '?format=csv',
  exportHomeSummary: '?format=csv',
  exportHomeIncome: '?format=csv',
  registryFile: '?format=csv',
  actFile: '?format=xlsx',
  exportJournal: '?format=csv',
  exportReceipts: '?format=csv',
  exportBankDocuments: '?format=csv',
  taxMonth: '?month=2026-11',
  exportTaxes: '?format=csv&month=2026-11',
  taxYear: '?year=2026',
  exportTaxYear: '?format=csv&year=2026',
  statement: '?from=2026-01-01&to=2026-12-31',
  statementPdf: '?from=2026-01-01&to=2026-12-31',
  exportStatement: '?format=csv&from=2026-01-01&to=2026-12-31',
};

const OF_PATH: [RegExp, keyof Objects][] = [
  [/sessions\/\{id\}/, 'session'],
  [/views\/\{id\}/, 'listView'],
  [/webhook-deliveries\/\{id\}/, 'webhookDelivery'],
  [/webhooks\/\{id\}/, 'webhook'],
  [/deliveries\/\{id\}/, 'delivery'],
  [/journal\/\{id\}/, 'journalEntry'],
  [/enrollments\/\{id\}/, 'enrollment'],
  [/groups\/\{id\}/, 'group'],
  [/terms\/\{id\}/, 'personalTerms'],
  [/programs\/\{id\}/, 'program'],
  [/partners\/\{id\}/, 'partner'],
  [/links\/\{id\}/, 'link'],
  [/leads\/\{id\}/, 'lead'],
  [/clients\/\{id\}/, 'client'],
  [/waiting-sales\/\{id\}/, 'waitingSale'],
  [/imports\/\{id\}/, 'import'],
  [/sales\/\{id\}/, 'sale'],
  [/lead-comments\/\{id\}/, 'leadComment'],
  [/accruals\/\{id\}/, 'accrual'],
  [/payments\/\{id\}/, 'payment'],
  [/registries\/\{id\}/, 'registry'],
  [/file-downloads\/\{id\}/, 'fileDownload'],
  [/bank-statements\/\{id\}/, 'bankStatement'],
  [/acts\/\{id\}/, 'act'],
  [/payout-methods\/\{id\}/, 'method'],
  [/api-keys\/\{id\}/, 'apiKey'],
  [/employees\/\{id\}/, 'employee'],
  [/employee-invitations\/\{id\}/, 'employeeInvitation'],
];

export type RouteEntry = { name: Name; route: RouteContract };

/** Every route of the contract. */
export const allRoutes: RouteEntry[] = (Object.keys(routes) as Name[]).map((name) => ({
  name,
  route: routes[name],
}));

/** Every route of the home page, the referral programs and the public pages. */
export const roleRoutes = allRoutes.filter(({ route }) =>
  /^\/api\/(home|referral|public)\//.test(route.path),
);

/**
 * Returns a valid request to a route for the given objects.
 *
 * @throws Error when the route takes a body and `BODIES` has none for it.
 */
export function buildRequest(
  { name, route }: RouteEntry,
  objects: Objects,
): { path: string; body: object | undefined } {
  const body = BODIES[name];
  if (route.body !== undefined && body === undefined) throw new Error(`BODIES has no body for ${name}`);
  const about = OF_PATH.find(([pattern]) => pattern.test(route.path))?.[1];
  const path = route.path
    .replace('{code}', route.path.includes('/join/') ? objects.joinCode : objects.code)
    .replace('{id}', about === undefined ? '' : objects[about]);
  return { path: `${path}${QUERIES[name] ?? ''}`, body: body?.(objects) };
}
