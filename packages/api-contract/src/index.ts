export { accountRoutes } from './accounts.routes.ts';
export type {
  Credentials,
  PasswordChange,
  Person,
  ProfilePatch,
  Role,
  SessionEndReason,
  Sessions,
  TokenPair,
  User,
} from './accounts.ts';
export {
  credentials,
  password,
  person,
  profileFields,
  profilePatch,
  ROLES,
  refreshRequest,
  role,
  SESSION_END,
  tokenPair,
  user,
  verifyRequest,
} from './accounts.ts';
export { accrualRoutes } from './accruals.routes.ts';
export type {
  Accrual,
  AccrualExportQuery,
  AccrualFilters,
  AccrualForPartner,
  AccrualKind,
  AccrualMove,
  AccrualQuery,
  Balance,
  NewAccrual,
  ReviewReason,
} from './accruals.ts';
export {
  ACCRUAL_KIND_LABELS,
  ACCRUAL_KINDS,
  ACCRUAL_STATUS_LABELS,
  REVIEW_REASON_LABELS,
  REVIEW_REASONS,
  shownAccrualStatus,
  withoutTerms,
} from './accruals.ts';
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
} from './acts.ts';
export { ACT_FILES, actMachine, actRoutes } from './acts.ts';
export type {
  ApplicationAcceptance,
  ApplicationDecision,
  ApplicationState,
  Applications,
  JoinPage,
  NewApplication,
  PhoneConfirmation,
} from './applications.ts';
export {
  APPLICATION_ENTRIES,
  APPLICATION_LABELS,
  APPLICATION_STATUSES,
  applicationAcceptance,
  applicationRoutes,
  missingInApplication,
  phoneConfirmation,
} from './applications.ts';
export type {
  BankFileField,
  BankFilePatch,
  BankFileSettings,
  BankFiles,
  BankFileTemplate,
} from './bank-files.ts';
export {
  BANK_FILE_ENCODINGS,
  BANK_FILE_FIELDS,
  BANK_FILE_SEPARATORS,
  bankFileRoutes,
  bankFileTemplate,
  PURPOSE_CODES,
  TABLE_RAILS,
  USUAL_BANK_FILES,
  USUAL_TEMPLATES,
} from './bank-files.ts';
export type {
  BankDocument,
  BankDocumentQuery,
  BankDocumentState,
  BankMatch,
  BankOutcome,
  BankStatement,
  BankStatementQuery,
  NewBankStatement,
} from './bank-statements.ts';
export { bankStatementRoutes, STATEMENT_BYTES } from './bank-statements.ts';
export type { Bank, BankDirectory } from './banks.ts';
export { bankRoutes, DIRECTORY_BYTES } from './banks.ts';
export { computeCommission } from './commission.ts';
export { MOST_COUNTED } from './counts.ts';
export { employeeRoutes } from './employees.routes.ts';
export type {
  Employee,
  EmployeeInvitation,
  EmployeePatch,
  EmployeeStatus,
  InvitedEmployee,
  NewEmployee,
  Team,
} from './employees.ts';
export { EMPLOYEE_STATUS_LABELS, newEmployee } from './employees.ts';
export type { Enrollment, EnrollmentMove, EnrollmentQuery } from './enrollments.ts';
export type { ErrorCode, Failure, FieldErrors } from './errors.ts';
export { ERROR_CODES, failure, fieldErrors } from './errors.ts';
export type { ExportFormat } from './exports.ts';
export { EXPORT_MEDIA } from './exports.ts';
export { homeRoutes } from './home.routes.ts';
export type {
  HomeBalances,
  HomeFigures,
  HomeMetric,
  HomeQuery,
  HomeSeries,
  HomeSeriesQuery,
  HomeStep,
  HomeSummary,
  HomeTop,
  HomeTopQuery,
} from './home.ts';
export { HOME_METRICS, HOME_STEPS } from './home.ts';
export type {
  HomeStart,
  OrganizationTask,
  PartnerTask,
  SharedRequisite,
  TaskDismissal,
} from './home-tasks.ts';
export { START_STEPS } from './home-tasks.ts';
export { invitationRoutes } from './invitations.routes.ts';
export type { Invitation, InvitationConsent, InvitationLink, JoinedSession } from './invitations.ts';
export type {
  JournalEntry,
  JournalExportQuery,
  JournalFilters,
  JournalKind,
  JournalQuery,
} from './journal.ts';
export { JOURNAL_KIND_LABELS, JOURNAL_KINDS, journalRoutes } from './journal.ts';
export type { LeadComment, NewLeadComment } from './lead-comments.ts';
export { leadCommentRoutes } from './lead-comments.ts';
export type { LeadReason, SelfReferralMatch } from './lead-reasons.ts';
export {
  isLive,
  LEAD_REASONS,
  LIVE_LEAD_STATUSES,
  reasonProblems,
  SELF_REFERRAL_LABELS,
  SELF_REFERRAL_MATCHES,
} from './lead-reasons.ts';
export { leadRoutes, publicRoutes } from './leads.routes.ts';
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
  NewLead,
} from './leads.ts';
export {
  eachLeadField,
  isDeal,
  LEAD_FIELD_NAMES,
  LEAD_FIELDS,
  LEAD_SOURCE_LABELS,
  LEAD_SOURCES,
  type LeadField,
  UTM_TAGS,
} from './leads.ts';
export type { Link, LinkPatch, LinkQuery, NewLink } from './links.ts';
export type { ListName, ListView, ListViewPatch, NewListView } from './list-views.ts';
export { listViewRoutes } from './list-views.ts';
export type { MessageChannel } from './message-channels.ts';
export { MESSAGE_CHANNEL_TEXTS, MESSAGE_CHANNELS, SECRET_CHANNELS } from './message-channels.ts';
export type { MessageEvent, MessageMode } from './message-events.ts';
export {
  MESSAGE_EVENTS,
  MESSAGE_MODE_LABELS,
  MESSAGE_MODES,
  MESSAGE_RULES,
  messageEventsOf,
} from './message-events.ts';
export { messageRoutes } from './messages.routes.ts';
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
} from './messages.ts';
export { DELIVERY_STATUS_LABELS, DELIVERY_STATUSES } from './messages.ts';
export { MAX_KOP, shareOf } from './money.ts';
export type { Document, NewLogo, Organization, OrganizationPatch } from './organization.ts';
export {
  DOCUMENT_LABELS,
  DOCUMENTS,
  LOGO_BYTES,
  LOGO_TYPES,
  offeredKinds,
  organizationRoutes,
  WITHHOLDING_IS_OFF,
} from './organization.ts';
export { joinList, type Page, splitList } from './pagination.ts';
export { partnerRoutes } from './partners.routes.ts';
export type {
  CreatedPartner,
  NewPartner,
  Partner,
  PartnerExportQuery,
  PartnerFilters,
  PartnerHistory,
  PartnerKind,
  PartnerMove,
  PartnerPatch,
  PartnerQuery,
} from './partners.ts';
export {
  eachPartnerText,
  PARTNER_KIND_LABELS,
  PARTNER_KINDS,
  PARTNER_TEXT_NAMES,
  PARTNER_TEXTS,
  type PartnerText,
} from './partners.ts';
export { holdsPhone, MIN_PASSWORD, newPassword, PHONE_IN_PASSWORD } from './passwords.ts';
export { paymentRoutes } from './payments.routes.ts';
export type {
  Blocker,
  DueState,
  NewPayment,
  PayableQuery,
  Payment,
  PaymentContent,
  PaymentExportQuery,
  PaymentFilters,
  PaymentQuery,
  PayoutTotals,
} from './payments.ts';
export { DUE_STATES, PAYMENT_BLOCKERS, transferOf } from './payments.ts';
export type {
  MethodProof,
  MethodSnapshot,
  NewPayoutMethod,
  PayoutMethod,
  PayoutMethods,
} from './payout-methods.ts';
export { PAYOUT_METHOD_KINDS, PAYOUT_METHODS_OF } from './payout-methods.ts';
export type { StaffRoute } from './permissions.ts';
export { PERMISSIONS, permissionsOf, positionsFor } from './permissions.ts';
export { isForeignPhone, maskedPhone, NOT_A_RUSSIAN_PHONE, russianPhone, writtenPhone } from './phone.ts';
export type { Position } from './positions.ts';
export { POSITION_LABELS, POSITIONS, position, seesContacts, seesRequisites } from './positions.ts';
export { programRoutes } from './programs.routes.ts';
export type {
  Landing,
  NewProgram,
  Program,
  ProgramForPartner,
  ProgramPatch,
  ProgramQuery,
  ProgramTerms,
} from './programs.ts';
export type {
  GivenReceipt,
  Receipt,
  ReceiptExportQuery,
  ReceiptFilters,
  ReceiptQuery,
  ReceiptStatus,
} from './receipts.ts';
export { RECEIPT_STATUS_LABELS, RECEIPT_STATUSES, receiptOf, receiptRoutes, receiptUrl } from './receipts.ts';
export { recoveryRoutes } from './recovery.routes.ts';
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
} from './recovery.ts';
export type { BrandColors, NewClick, PublicLead, ReferralPage } from './referral-page.ts';
export { registryRoutes } from './registries.routes.ts';
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
} from './registries.ts';
export { REGISTRY_FILES, REGISTRY_LINE_STATES, registryMachine } from './registries.ts';
export {
  isAccount,
  isBik,
  isCardNumber,
  isCorrespondentAccount,
  isInn,
  isKpp,
  isOgrn,
  requisiteProblems,
} from './requisites.ts';
export type { Reward, RewardCase, RewardEvent, RewardRule } from './rewards.ts';
export type { Access, Cost, RouteContract } from './route.ts';
export { IDEMPOTENCY_KEY } from './route.ts';
export { routes } from './routes.ts';
export type { FoundEverywhere } from './search.ts';
export { SEARCH_MIN, searchRoutes } from './search.ts';
export type { EmailSender, MailEncryption, Senders, SenderTest, TelegramSender } from './senders.ts';
export { MAIL_ENCRYPTION_LABELS, MAIL_ENCRYPTIONS, senderRoutes } from './senders.ts';
export type { Setup } from './setup.ts';
export { setup, setupRoutes } from './setup.ts';
export type { SharedRequisites, SharedRequisitesQuery } from './shared-requisites.ts';
export { sharedRequisiteRoutes } from './shared-requisites.ts';
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
} from './state-machines.ts';
export {
  canTransition,
  stateMachines,
  statesOf,
} from './state-machines.ts';
export type { Statement, StatementQuery } from './statement.ts';
export { STATEMENT_KIND_LABELS } from './statement.ts';
export type { TaxChecks, TaxStatus } from './tax-status.ts';
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
} from './tax-status.ts';
export type { TaxExportQuery, TaxMonth } from './taxes.ts';
export { taxRoutes } from './taxes.ts';
export { text, withoutInvisible, withoutLinks } from './text.ts';
export { TIME_ZONE_LABELS, TIME_ZONES, timeZone, USUAL_TIME_ZONE } from './time-zones.ts';
export { day } from './values.ts';
export type { VatMode } from './vat.ts';
export { VAT_MODES, vatLabel, vatRate, vatWithin, vatWords } from './vat.ts';
export { writtenSupport } from './written-contacts.ts';
