export type {
  JournalEntry,
  JournalExportQuery,
  JournalFilters,
  JournalKind,
  JournalQuery,
} from './audit/journal.ts';
export { JOURNAL_KIND_LABELS, JOURNAL_KINDS, journalRoutes } from './audit/journal.ts';
export { COUNT_LIMIT } from './base/counts.ts';
export type { ErrorCode, Failure, FieldErrors } from './base/errors.ts';
export { ERROR_CODES, failure, fieldErrors } from './base/errors.ts';
export type { ExportFormat } from './base/exports.ts';
export { EXPORT_MEDIA } from './base/exports.ts';
export { joinList, type Page, splitList } from './base/pagination.ts';
export type { Access, Cost, RouteContract } from './base/route.ts';
export { IDEMPOTENCY_KEY } from './base/route.ts';
export type {
  AccrualStatus,
  EnrollmentStatus,
  LeadStatus,
  PartnerStatus,
  PaymentStatus,
  ProgramStatus,
  StateMachine,
  StateMachineName,
  StateOf,
} from './base/state-machines.ts';
export {
  canTransition,
  getStates,
  stateMachines,
} from './base/state-machines.ts';
export { importRoutes } from './imports/imports.routes.ts';
export type {
  ImportField,
  ImportHeader,
  ImportKind,
  ImportRowState,
  ImportRows,
  ImportRowsQuery,
  ImportSettings,
  ImportState,
  Imports,
  ImportsQuery,
  ImportUndo,
  ImportView,
  NewImport,
  WorkingImportState,
} from './imports/imports.ts';
export {
  IMPORT_DAYS,
  IMPORT_HEADER_ROWS,
  IMPORT_KIND_LABELS,
  IMPORT_POSITIONS,
  importFields,
  isWorkingImport,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_COLUMNS,
  MAX_IMPORT_ROWS,
  OPENING_BALANCE,
  takesImportProgram,
  WORKING_IMPORT_STATES,
} from './imports/imports.ts';
export { homeRoutes } from './insights/home.routes.ts';
export type {
  HomeBalances,
  HomeFigures,
  HomeIncome,
  HomeIncomeQuery,
  HomeMetric,
  HomeQuery,
  HomeSales,
  HomeSeries,
  HomeSeriesQuery,
  HomeStep,
  HomeSummary,
  HomeTop,
  HomeTopQuery,
  SaleFigures,
} from './insights/home.ts';
export { HOME_METRICS, HOME_STEPS } from './insights/home.ts';
export type {
  HomeStart,
  OrganizationTask,
  PartnerTask,
  TaskDismissal,
} from './insights/home-tasks.ts';
export { START_STEPS } from './insights/home-tasks.ts';
export type { ListName, ListView, ListViewPatch, NewListView } from './insights/list-views.ts';
export { listViewRoutes } from './insights/list-views.ts';
export type { SearchResults } from './insights/search.ts';
export { SEARCH_MIN, searchRoutes } from './insights/search.ts';
export type {
  ApiKey,
  ApiKeyCalls,
  ApiKeyStatus,
  ApiKeys,
  ApiNoun,
  ApiScope,
  CreatedApiKey,
  NewApiKey,
} from './integrations/api-keys.ts';
export {
  API_KEY_CALLS_PER_MINUTE,
  API_KEY_PREFIX,
  API_KEY_STATUS_LABELS,
  API_NOUN_LABELS,
  API_SCOPE_LABELS,
  API_SCOPES,
  apiKeyRoutes,
  MAX_API_KEYS,
  MAX_KEY_CALLS,
} from './integrations/api-keys.ts';
export type {
  CrmConnection,
  CrmConnectionPatch,
  CrmPreview,
  CrmStage,
  NewCrmConnection,
} from './integrations/crm.ts';
export { crmRoutes } from './integrations/crm.ts';
export type { CrmKind, CrmLeadStatus } from './integrations/crm-kinds.ts';
export { CRM_KINDS, CRM_LABELS, CRM_LEAD_STATUSES } from './integrations/crm-kinds.ts';
export type {
  OutsideEventChannel,
  OutsideEventKind,
  OutsideEventState,
} from './integrations/inbox-values.ts';
export {
  OUTSIDE_EVENT_CHANNEL_LABELS,
  OUTSIDE_EVENT_CHANNELS,
  OUTSIDE_EVENT_KIND_LABELS,
  OUTSIDE_EVENT_KINDS,
  OUTSIDE_EVENT_STATE_LABELS,
  OUTSIDE_EVENT_STATES,
} from './integrations/inbox-values.ts';
export type { OutsideEvent, OutsideEventQuery } from './integrations/outside-events.ts';
export { outsideEventRoutes } from './integrations/outside-events.ts';
export type { WebhookDeliveryStatus, WebhookEvent, WebhookState } from './integrations/webhook-events.ts';
export {
  MAX_WEBHOOKS,
  WEBHOOK_DELIVERY_LABELS,
  WEBHOOK_DELIVERY_STATUSES,
  WEBHOOK_EVENT_LABELS,
  WEBHOOK_EVENTS,
  WEBHOOK_TEST,
} from './integrations/webhook-events.ts';
export type {
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryQuery,
  WebhookPatch,
  WebhookWithSecret,
} from './integrations/webhooks.ts';
export { webhookRoutes } from './integrations/webhooks.ts';
export type { MessageChannel } from './messages/message-channels.ts';
export { MESSAGE_CHANNEL_TEXTS, MESSAGE_CHANNELS, SECRET_CHANNELS } from './messages/message-channels.ts';
export type { MessageEvent, MessageMode } from './messages/message-events.ts';
export {
  getMessageEvents,
  MESSAGE_EVENTS,
  MESSAGE_MODE_LABELS,
  MESSAGE_MODES,
  MESSAGE_RULES,
} from './messages/message-events.ts';
export { messageRoutes } from './messages/messages.routes.ts';
export type {
  Delivery,
  DeliveryQuery,
  DeliveryStatus,
  Message,
  MessageQuery,
  MessageSettings,
  MessageSettingsPatch,
  MessagesRead,
  TelegramLink,
  TelegramLinkState,
  TelegramQuery,
} from './messages/messages.ts';
export { DELIVERY_STATUS_LABELS, DELIVERY_STATUSES } from './messages/messages.ts';
export type { EmailSender, MailEncryption, Senders, SenderTest, TelegramSender } from './messages/senders.ts';
export { MAIL_ENCRYPTION_LABELS, MAIL_ENCRYPTIONS, MAIL_PORTS, senderRoutes } from './messages/senders.ts';
export { accrualRoutes } from './money/accruals.routes.ts';
export type {
  Accrual,
  AccrualExportQuery,
  AccrualFilters,
  AccrualForPartner,
  AccrualKind,
  AccrualQuery,
  AccrualTransition,
  Balance,
  NewAccrual,
  Releases,
  ReviewReason,
} from './money/accruals.ts';
export {
  ACCRUAL_KIND_LABELS,
  ACCRUAL_KINDS,
  ACCRUAL_STATUS_LABELS,
  RELEASE_DATES,
  REVIEW_REASON_LABELS,
  REVIEW_REASONS,
  shownAccrualStatus,
  withoutTerms,
} from './money/accruals.ts';
export type {
  Act,
  ActChange,
  ActContent,
  ActFilters,
  ActFormat,
  ActLine,
  ActObjection,
  ActQuery,
  ActStatus,
  ActWithContent,
  FormedActs,
  NewActs,
} from './money/acts.ts';
export { ACT_DATES, ACT_FILES, actMachine, actRoutes } from './money/acts.ts';
export type {
  BankDocumentExportQuery,
  BankDocumentFilters,
  BankDocumentListQuery,
  ListedBankDocument,
} from './money/bank/bank-documents.ts';
export {
  BANK_DOCUMENT_KIND_LABELS,
  BANK_DOCUMENT_STATE_LABELS,
  bankDocumentRoutes,
} from './money/bank/bank-documents.ts';
export type {
  BankFileField,
  BankFilePatch,
  BankFileSettings,
  BankFiles,
  BankFileTemplate,
} from './money/bank/bank-files.ts';
export {
  BANK_FILE_ENCODINGS,
  BANK_FILE_FIELDS,
  BANK_FILE_SEPARATORS,
  bankFileRoutes,
  bankFileTemplate,
  DEFAULT_BANK_FILES,
  DEFAULT_TEMPLATES,
  PURPOSE_CODES,
  TABLE_RAILS,
} from './money/bank/bank-files.ts';
export type {
  BankApplication,
  BankDocument,
  BankDocumentQuery,
  BankDocumentState,
  BankMatch,
  BankOutcome,
  BankStatement,
  BankStatementQuery,
  NewBankStatement,
} from './money/bank/bank-statements.ts';
export { bankStatementRoutes, STATEMENT_BYTES } from './money/bank/bank-statements.ts';
export type { ClosedMonths } from './money/closed-months.ts';
export { closedMonthRoutes } from './money/closed-months.ts';
export {
  type Cancellation,
  type FileDownload,
  KEPT_FILE_YEARS,
  type KeptFileFormat,
  keptFileRoutes,
  type LastDownload,
} from './money/kept-files.ts';
export {
  type Blocker,
  DUE_STATES,
  type DueState,
  PAYMENT_BLOCKERS,
  type PayableQuery,
  type PayoutReadiness,
  type PayoutTotals,
} from './money/payable.ts';
export type {
  AttemptEvent,
  PaymentAttempt,
  PaymentItem,
  PaymentItemQuery,
  UnknownCause,
  UnknownField,
} from './money/payment-attempts.ts';
export { paymentAttemptRoutes } from './money/payment-attempts.ts';
export { paymentRoutes } from './money/payments.routes.ts';
export type {
  NewPayment,
  Payment,
  PaymentContent,
  PaymentExportQuery,
  PaymentFilters,
  PaymentQuery,
  PaymentReturned,
  Transfer,
  TransferKind,
  TransferSource,
} from './money/payments.ts';
export { computeTransfer, computeUntransferred } from './money/payments.ts';
export type {
  NewReceipt,
  Receipt,
  ReceiptExportQuery,
  ReceiptFilters,
  ReceiptQuery,
  ReceiptStatus,
  Reminders,
} from './money/receipts.ts';
export {
  parseReceipt,
  RECEIPT_DUE,
  RECEIPT_STATUS_LABELS,
  RECEIPT_STATUSES,
  REMINDER_NAMES,
  receiptRoutes,
  receiptUrl,
} from './money/receipts.ts';
export { registryRoutes } from './money/registries.routes.ts';
export type {
  FormedRegistries,
  NewRegistry,
  Registry,
  RegistryFailed,
  RegistryFileQuery,
  RegistryFilters,
  RegistryFormat,
  RegistryLine,
  RegistryLineQuery,
  RegistryLineState,
  RegistryPaid,
  RegistryQuery,
  RegistryStatus,
} from './money/registries.ts';
export { REGISTRY_FILES, REGISTRY_LINE_STATES, registryMachine } from './money/registries.ts';
export type {
  MethodProof,
  MethodSnapshot,
  NewPayoutMethod,
  PayoutMethod,
  PayoutMethodKind,
  PayoutMethods,
} from './money/requisites/payout-methods.ts';
export {
  PAYOUT_METHOD_KINDS,
  PAYOUT_METHOD_LABELS,
  PAYOUT_METHODS_OF,
  RAIL_LABELS,
} from './money/requisites/payout-methods.ts';
export type {
  SharedRequisite,
  SharedRequisites,
  SharedRequisitesQuery,
} from './money/requisites/shared-requisites.ts';
export { sharedRequisiteRoutes } from './money/requisites/shared-requisites.ts';
export type { CommissionCase } from './money/rewards/commission.ts';
export {
  baseAmount,
  capForPartner,
  computeCommission,
  computeKept,
  findTier,
} from './money/rewards/commission.ts';
export { describeConditions } from './money/rewards/describe-lines.ts';
export {
  describePartnerCap,
  describeReachedCap,
  describeReward,
  REWARD_EVENT_LABELS,
} from './money/rewards/describe-reward.ts';
export type { RewardProgress } from './money/rewards/progress.ts';
export type { RewardLine, SaleClient, SaleFacts } from './money/rewards/reward-lines.ts';
export { findLine, LINE_LIMITS, SALE_CLIENTS } from './money/rewards/reward-lines.ts';
export type {
  AppliesTo,
  Reward,
  RewardBase,
  RewardCase,
  RewardEvent,
  RewardRule,
  StepMeasure,
  StepMode,
  StepPeriod,
  Tier,
} from './money/rewards/rewards.ts';
export {
  APPLIES_TO,
  APPLIES_TO_LIMITS,
  MAX_STEP_COUNT,
  REWARD_BASES,
  STEP_MEASURES,
  STEP_MODES,
  STEP_PERIODS,
} from './money/rewards/rewards.ts';
export type { Statement, StatementQuery } from './money/statement.ts';
export { CLOSING_LABELS, STATEMENT_DATES, STATEMENT_KIND_LABELS } from './money/statement.ts';
export type { TaxChecks, TaxStatus } from './money/taxes/tax-status.ts';
export {
  CONTRACT_KIND_LABELS,
  CONTRACT_KINDS,
  EMPLOYMENT_LABELS,
  EMPLOYMENTS,
  isNearNpdLimit,
  npdLimitKop,
  TAX_RESIDENCE_LABELS,
  TAX_RESIDENCES,
  type TaxResidence,
  taxStatusRoutes,
} from './money/taxes/tax-status.ts';
export type { TaxExportQuery, TaxMonth, TaxYear, TaxYearExportQuery } from './money/taxes/taxes.ts';
export { taxRoutes } from './money/taxes/taxes.ts';
export type { Bank, BankDirectory } from './organization/banks.ts';
export { bankRoutes, DIRECTORY_BYTES } from './organization/banks.ts';
export type { Document, NewLogo, Organization, OrganizationPatch } from './organization/organization.ts';
export {
  DOCUMENT_LABELS,
  DOCUMENTS,
  LOGO_BYTES,
  LOGO_IS_TOO_LARGE,
  LOGO_KB,
  LOGO_TYPES,
  ORGANIZATION_FIELD_LABELS,
  offeredKinds,
  organizationRoutes,
  WITHHOLDING_IS_OFF,
} from './organization/organization.ts';
export { DEFAULT_TIME_ZONE, TIME_ZONE_LABELS, TIME_ZONES, timeZone } from './organization/time-zones.ts';
export type { VatMode } from './organization/vat.ts';
export { includedVat, VAT_MODES, vatLabel, vatRate, vatSentence } from './organization/vat.ts';
export { accountRoutes } from './people/accounts.routes.ts';
export type {
  Credentials,
  PasswordChange,
  Person,
  ProfilePatch,
  SessionEndReason,
  Sessions,
  TokenPair,
  User,
} from './people/accounts.ts';
export {
  credentials,
  person,
  profileFields,
  profilePatch,
  refreshRequest,
  SESSION_END,
  tokenPair,
  user,
  verifyRequest,
} from './people/accounts.ts';
export { employeeRoutes } from './people/employees.routes.ts';
export type {
  Employee,
  EmployeeInvitation,
  EmployeePatch,
  EmployeeStatus,
  InvitedEmployee,
  NewEmployee,
  Team,
} from './people/employees.ts';
export { EMPLOYEE_STATUS_LABELS, newEmployee } from './people/employees.ts';
export { invitationRoutes } from './people/invitations.routes.ts';
export type { Invitation, InvitationConsent, InvitationLink, JoinedSession } from './people/invitations.ts';
export { containsPhone, MIN_PASSWORD, newPassword, PHONE_IN_PASSWORD } from './people/passwords.ts';
export { recoveryRoutes } from './people/recovery.routes.ts';
export type {
  NewPhone,
  PhoneChange,
  PhoneChangeConfirmation,
  Recovery,
  RecoveryAcceptance,
  RecoveryByCode,
  RecoveryLink,
  RecoveryRequest,
  RecoveryStart,
  RecoveryWays,
} from './people/recovery.ts';
export type { Setup } from './people/setup.ts';
export { setup, setupRoutes } from './people/setup.ts';
export type { StaffRoute } from './permissions.ts';
export { getPermissions, getPositions, PERMISSIONS } from './permissions.ts';
export { applicationRoutes } from './referrals/applications.routes.ts';
export type {
  ApplicationAcceptance,
  ApplicationDecision,
  ApplicationState,
  Applications,
  JoinPage,
  NewApplication,
  PhoneConfirmation,
} from './referrals/applications.ts';
export {
  APPLICATION_ENTRIES,
  APPLICATION_LABELS,
  APPLICATION_STATUSES,
  applicationAcceptance,
  missingInApplication,
  phoneConfirmation,
} from './referrals/applications.ts';
export { clientRoutes, saleRoutes } from './referrals/clients/clients.routes.ts';
export type {
  Attachment,
  Client,
  ClientEvent,
  ClientExportQuery,
  ClientField,
  ClientForPartner,
  ClientHistory,
  ClientPatch,
  ClientQuery,
  ClientTransfer,
  NewClient,
} from './referrals/clients/clients.ts';
export {
  ATTACHMENT_CAUSES,
  CLIENT_EVENT_LABELS,
  CLIENT_EVENTS,
  CLIENT_FIELD_LABELS,
} from './referrals/clients/clients.ts';
export type {
  Buyer,
  ClientTexts,
  EnteredSales,
  FoundClients,
  NewSale,
  NewSales,
  ReportedSale,
  Sale,
  SaleExportQuery,
  SaleForPartner,
  SalePatch,
  SaleQuery,
  SaleRefund,
} from './referrals/clients/sales.ts';
export {
  MAX_FOUND_CLIENTS,
  MAX_NEW_SALES,
  SALE_SOURCE_LABELS,
  SALE_SOURCES,
} from './referrals/clients/sales.ts';
export type { SaleMatch, WaitingSale, WaitingSales } from './referrals/clients/waiting-sales.ts';
export {
  MATCH_LABELS,
  SAME_PAYMENT_DAYS,
  WAITING_DAYS,
  WAITING_STATUSES,
  waitingSaleRoutes,
} from './referrals/clients/waiting-sales.ts';
export type {
  Enrollment,
  EnrollmentQuery,
  EnrollmentTransition,
  EnrollmentWithFigures,
} from './referrals/enrollments.ts';
export type { LeadComment, NewLeadComment } from './referrals/leads/lead-comments.ts';
export { leadCommentRoutes } from './referrals/leads/lead-comments.ts';
export type { LeadField } from './referrals/leads/lead-fields.ts';
export {
  eachLeadField,
  LEAD_FIELD_LABELS,
  LEAD_FIELD_NAMES,
  LEAD_FIELDS,
} from './referrals/leads/lead-fields.ts';
export type { LeadReason, SelfReferralMatch } from './referrals/leads/lead-reasons.ts';
export {
  isLive,
  LEAD_REASONS,
  LIVE_LEAD_STATUSES,
  reasonProblems,
  SELF_REFERRAL_LABELS,
  SELF_REFERRAL_MATCHES,
} from './referrals/leads/lead-reasons.ts';
export { leadRoutes } from './referrals/leads/leads.routes.ts';
export type {
  Lead,
  LeadBulkResult,
  LeadBulkTransition,
  LeadCountsQuery,
  LeadExportQuery,
  LeadFilters,
  LeadForPartner,
  LeadPatch,
  LeadQuery,
  LeadTagsQuery,
  LeadTransfer,
  LeadTransition,
  LeadUndo,
  LeadUndoResult,
  NewLead,
} from './referrals/leads/leads.ts';
export { isDeal, LEAD_SOURCE_LABELS, LEAD_SOURCES } from './referrals/leads/leads.ts';
export type { Link, LinkPatch, LinkQuery, NewLink } from './referrals/links.ts';
export { CODE_IS_TAKEN } from './referrals/links.ts';
export type { Attribution } from './referrals/own-site/attribution.ts';
export { ATTRIBUTION_LABELS } from './referrals/own-site/attribution.ts';
export type { Conversion, NewConversion, OwnSite } from './referrals/own-site/conversions.ts';
export { newConversion, ownSiteRoutes } from './referrals/own-site/conversions.ts';
export type { SiteForm, SiteFormResult } from './referrals/own-site/site-forms.ts';
export { siteFormRoutes } from './referrals/own-site/site-forms.ts';
export { partnerRoutes } from './referrals/partners.routes.ts';
export type {
  CreatedPartner,
  ListedPartner,
  NewPartner,
  Partner,
  PartnerExportQuery,
  PartnerFilters,
  PartnerHistory,
  PartnerPatch,
  PartnerQuery,
  PartnerTransition,
} from './referrals/partners.ts';
export {
  eachPartnerText,
  PARTNER_CHANGE_LABELS,
  PARTNER_FIELD_LABELS,
  PARTNER_TEXT_NAMES,
  PARTNER_TEXTS,
  type PartnerText,
} from './referrals/partners.ts';
export { programRoutes } from './referrals/programs.routes.ts';
export type {
  JoinPolicy,
  Landing,
  LandingMode,
  ListedProgram,
  ListedProgramForPartner,
  NewProgram,
  Program,
  ProgramForPartner,
  ProgramPatch,
  ProgramQuery,
  ProgramTerms,
} from './referrals/programs.ts';
export { JOIN_POLICY_LABELS, LANDING_MODE_LABELS } from './referrals/programs.ts';
export { publicRoutes } from './referrals/referral-page.routes.ts';
export type { BrandColors, NewClick, PublicLead, ReferralPage } from './referrals/referral-page.ts';
export { MAX_UTM, UTM_TAGS } from './referrals/referral-page.ts';
export type { RowActivity } from './referrals/row-activity.ts';
export { ACTIVITY_WEEKS } from './referrals/row-activity.ts';
export { termsRoutes } from './referrals/terms.routes.ts';
export type {
  EnrollmentTerms,
  Group,
  GroupAssignment,
  GroupPatch,
  NewGroup,
  NewPersonalTerms,
  PartnerTerms,
  PersonalTerms,
  PersonalTermsPatch,
  TermsPreview,
  TermsPreviewRequest,
} from './referrals/terms.ts';
export { routes } from './routes.ts';
export { getScope, SCOPES } from './scopes.ts';
export { computeShare, MAX_KOP, sumAmounts } from './values/money.ts';
export type { PartnerKind } from './values/partner-kinds.ts';
export { PARTNER_KIND_LABELS, PARTNER_KINDS } from './values/partner-kinds.ts';
export {
  isForeignPhone,
  maskedPhone,
  NOT_A_RUSSIAN_PHONE,
  russianPhone,
  writtenPhone,
} from './values/phone.ts';
export {
  findInnProblem,
  getInnLength,
  isAccount,
  isBik,
  isCardNumber,
  isCorrespondentAccount,
  isInn,
  isKpp,
  isOgrn,
  requisiteProblems,
  WRONG_INN,
} from './values/requisites.ts';
export type { Position, Role } from './values/roles/roles.ts';
export {
  canSeeContacts,
  canSeeRequisites,
  POSITION_LABELS,
  POSITIONS,
  position,
  ROLES,
  role,
} from './values/roles/roles.ts';
export { password, text, withoutInvisible, withoutLinks } from './values/text.ts';
export { day } from './values/values.ts';
export { writtenSupport } from './values/written-contacts.ts';
