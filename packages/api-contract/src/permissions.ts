import type { RouteContract } from './base/route.ts';
import { routes } from './routes.ts';
import { POSITIONS, type Position } from './values/roles/roles.ts';

type Routes = typeof routes;

/** A call of the role `organization`. */
export type StaffRoute = {
  [Name in keyof Routes]: Routes[Name]['access'] extends readonly (infer One)[]
    ? 'organization' extends One
      ? Name
      : never
    : never;
}[keyof Routes];

const ALL = POSITIONS;
const OWNER = ['owner'] as const;
/** Positions for programs, partners, leads and clients. */
const SALES = ['owner', 'manager'] as const;
/** Positions that enter sales and refunds of clients, and import tables of some kinds. */
const SALE_ENTRY = ['owner', 'manager', 'accountant'] as const;
/** Positions for operations that move money. */
const MONEY = ['owner', 'accountant'] as const;
/** Positions that may read requisites. */
const REQUISITES = ['owner', 'manager', 'accountant'] as const;

/** Positions that may make each call of an organization. */
export const PERMISSIONS: Readonly<Record<StaffRoute, readonly Position[]>> = {
  organization: ALL,
  updateOrganization: OWNER,
  updateOrganizationBank: MONEY,
  setLogo: OWNER,
  removeLogo: OWNER,

  employees: OWNER,
  updateEmployee: OWNER,
  switchEmployeeOff: OWNER,
  switchEmployeeOn: OWNER,
  inviteEmployee: OWNER,
  renewEmployeeInvitation: OWNER,
  revokeEmployeeInvitation: OWNER,
  recoverEmployee: OWNER,
  recoverPartner: OWNER,
  changeEmployeePhone: OWNER,
  changePartnerPhone: OWNER,
  switchPartnerOff: OWNER,
  switchPartnerOn: OWNER,

  programs: ALL,
  program: ALL,
  programCounts: ALL,
  previewReward: ALL,
  joinLink: ALL,
  enrollments: ALL,
  programLinks: ALL,
  createProgram: SALES,
  updateProgram: SALES,
  deleteProgram: SALES,
  activateProgram: SALES,
  pauseProgram: SALES,
  archiveProgram: SALES,
  restoreProgram: SALES,
  duplicateProgram: SALES,
  enroll: SALES,
  moveEnrollment: SALES,
  groups: ALL,
  enrollmentTerms: ALL,
  partnerTerms: ALL,
  previewTerms: SALES,
  createGroup: SALES,
  updateGroup: SALES,
  deleteGroup: SALES,
  assignGroup: SALES,
  createPersonalTerms: SALES,
  updatePersonalTerms: SALES,

  partners: ALL,
  partner: ALL,
  partnerCounts: ALL,
  partnerHistory: ALL,
  partnerLinks: ALL,
  linkQr: ALL,
  linkQrPdf: ALL,
  checkCode: ALL,
  exportPartners: REQUISITES,
  sharedRequisites: REQUISITES,
  createPartner: SALES,
  updatePartner: SALES,
  approvePartner: SALES,
  rejectPartner: SALES,
  reopenPartner: SALES,
  blockPartner: SALES,
  unblockPartner: SALES,
  archivePartner: SALES,
  restorePartner: SALES,
  partnerApplications: ALL,
  decideApplication: SALES,
  invitePartner: SALES,
  revokeInvitation: SALES,
  createLink: SALES,
  updateLink: SALES,

  leads: ALL,
  lead: ALL,
  leadCounts: ALL,
  leadTags: ALL,
  leadHistory: ALL,
  exportLeads: ALL,
  createLead: SALES,
  createConversion: SALES,
  ownSite: SALES,
  updateLead: SALES,
  transitionLead: SALES,
  bulkMoveLeads: SALES,
  undoLeadTransitions: SALES,
  transferLead: SALES,
  dismissTask: SALES,
  leadComments: SALES,
  createLeadComment: SALES,
  deleteLeadComment: SALES,

  clients: ALL,
  client: ALL,
  clientHistory: ALL,
  exportClients: ALL,
  createClient: SALES,
  updateClient: SALES,
  transferClient: SALES,
  sales: ALL,
  exportSales: ALL,
  createSale: SALE_ENTRY,
  createSales: SALE_ENTRY,
  findSaleClients: SALE_ENTRY,
  waitingSales: SALE_ENTRY,
  waitingSaleCount: SALE_ENTRY,
  matchWaitingSale: SALE_ENTRY,
  createWaitingClient: SALES,
  mergeWaitingSale: SALE_ENTRY,
  rejectWaitingSale: SALE_ENTRY,
  updateSale: SALE_ENTRY,
  refundSale: SALE_ENTRY,

  imports: SALE_ENTRY,
  createImport: SALE_ENTRY,
  import: SALE_ENTRY,
  importRows: SALE_ENTRY,
  chooseImportHeader: SALE_ENTRY,
  checkImport: SALE_ENTRY,
  runImport: SALE_ENTRY,
  cancelImport: SALE_ENTRY,
  importUndo: SALE_ENTRY,
  undoImport: SALE_ENTRY,
  refusedRows: SALE_ENTRY,

  accruals: ALL,
  accrual: ALL,
  accrualCounts: ALL,
  exportAccruals: ALL,
  createAccrual: MONEY,
  cancelAccrual: MONEY,
  restoreAccrual: MONEY,
  reviewAccrual: MONEY,
  releaseAccrual: MONEY,

  payments: ALL,
  payment: ALL,
  paymentCounts: ALL,
  paymentAttempts: ALL,
  paymentItems: ALL,
  paymentQr: REQUISITES,
  updatePayment: MONEY,
  exportPayments: ALL,
  exportStatement: ALL,
  statementPdf: ALL,
  payablePartners: ALL,
  payoutReadiness: ALL,
  payoutTotals: ALL,
  statement: ALL,
  payoutMethods: REQUISITES,
  createPayment: MONEY,
  acceptPayment: MONEY,
  approvePayment: MONEY,
  processPayment: MONEY,
  markPaymentPaid: MONEY,
  returnPayment: MONEY,
  markPaymentFailed: MONEY,
  retryPayment: MONEY,
  cancelPayment: MONEY,
  registries: ALL,
  registry: ALL,
  registryCounts: ALL,
  registryLines: ALL,
  registryFile: MONEY,
  registryDownloads: MONEY,
  paymentDownloads: MONEY,
  keptFile: MONEY,
  createRegistry: MONEY,
  approveRegistry: MONEY,
  sendRegistry: MONEY,
  cancelRegistry: MONEY,
  removeFromRegistry: MONEY,
  markRegistryPaid: MONEY,
  markRegistryFailed: MONEY,
  bankStatements: MONEY,
  listedBankDocuments: MONEY,
  bankDocumentCounts: MONEY,
  exportBankDocuments: MONEY,
  bankStatement: MONEY,
  bankDocuments: MONEY,
  createBankStatement: MONEY,
  applyBankDocuments: MONEY,
  dismissBankDocuments: MONEY,
  restoreBankDocuments: MONEY,
  bankFiles: REQUISITES,
  updateBankFiles: MONEY,
  createPayoutMethod: MONEY,
  preferPayoutMethod: MONEY,
  deletePayoutMethod: MONEY,

  search: ALL,

  homeSummary: ALL,
  exportHomeSummary: ALL,
  homeSales: ALL,
  homeSeries: ALL,
  homeTasks: ALL,
  homeTop: ALL,
  homeStart: ALL,

  apiKeys: OWNER,
  createApiKey: OWNER,
  apiKeyCalls: OWNER,
  revokeApiKey: OWNER,

  deliveries: OWNER,
  senders: OWNER,
  setEmailSender: OWNER,
  removeEmailSender: OWNER,
  testEmailSender: OWNER,
  setTelegramSender: OWNER,
  removeTelegramSender: OWNER,
  testTelegramSender: OWNER,
  resendDelivery: OWNER,

  webhooks: OWNER,
  createWebhook: OWNER,
  updateWebhook: OWNER,
  deleteWebhook: OWNER,
  rotateWebhookSecret: OWNER,
  testWebhook: OWNER,
  webhookDeliveries: OWNER,
  resendWebhookDelivery: OWNER,

  crmConnections: OWNER,
  createCrmConnection: OWNER,
  updateCrmConnection: OWNER,
  deleteCrmConnection: OWNER,
  refreshCrmConnection: OWNER,
  rotateCrmAddress: OWNER,
  previewCrmMapping: OWNER,

  siteForms: OWNER,
  createSiteForm: OWNER,
  updateSiteForm: OWNER,
  rotateSiteForm: OWNER,

  outsideEvents: OWNER,
  outsideEvent: OWNER,
  retryOutsideEvent: OWNER,
  rejectOutsideEvent: OWNER,

  journal: OWNER,
  journalCounts: OWNER,
  exportJournal: OWNER,
  journalEntry: OWNER,

  taxChecks: REQUISITES,
  taxStatus: REQUISITES,
  checkTaxStatuses: MONEY,
  checkTaxStatus: MONEY,
  receipts: REQUISITES,
  receiptCounts: REQUISITES,
  exportReceipts: REQUISITES,
  taxMonth: MONEY,
  exportTaxes: MONEY,
  taxYear: MONEY,
  exportTaxYear: MONEY,
  closedMonths: MONEY,
  closeMonth: OWNER,
  reopenMonth: OWNER,
  receiptReminders: MONEY,
  remindReceipts: MONEY,
  giveReceipt: MONEY,
  closeReceipt: MONEY,
  bank: ALL,
  bankDirectory: ALL,
  uploadBankDirectory: OWNER,
  banks: ALL,

  acts: ALL,
  act: ALL,
  actCounts: ALL,
  actFile: REQUISITES,
  createActs: MONEY,
  reissueAct: MONEY,
};

const entries = Object.entries(PERMISSIONS) as [StaffRoute, readonly Position[]][];

const byPosition = new Map(
  POSITIONS.map((position) => [
    position,
    entries.filter(([, positions]) => positions.includes(position)).map(([name]) => name),
  ]),
);

/** Returns the calls that a position may make, in the order of the table. */
export const getPermissions = (position: Position): readonly StaffRoute[] => byPosition.get(position) ?? [];

const getAddress = ({ method, path }: Pick<RouteContract, 'method' | 'path'>) => `${method} ${path}`;

const byAddress = new Map(entries.map(([name, positions]) => [getAddress(routes[name]), positions]));

/** Returns the positions that may make a call; empty for an unknown call. */
export const getPositions = (route: Pick<RouteContract, 'method' | 'path'>): readonly Position[] =>
  byAddress.get(getAddress(route)) ?? [];
