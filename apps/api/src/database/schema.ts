import type { ActPaymentsTable, ActReturnsTable, ActsTable } from './tables/acts.ts';
import type { ApiKeyCallsTable, ApiKeysTable, IdempotentCallsTable } from './tables/api-keys.ts';
import type { ApplicationsTable } from './tables/applications.ts';
import type { BankDocumentsTable, BankStatementsTable } from './tables/bank-statements.ts';
import type { ClaimsTable, PeriodClosesTable } from './tables/claims.ts';
import type { AttachmentsTable, ClientsTable, SalesTable, WaitingSalesTable } from './tables/clients.ts';
import type { CrmConnectionsTable, CrmDealsTable, CrmReadsTable } from './tables/crm.ts';
import type { ImportRowsTable, ImportsTable } from './tables/imports.ts';
import type { AccountCodesTable, AccountLinksTable, InvitationsTable } from './tables/invitations.ts';
import type {
  AuditEntriesTable,
  JournalEntriesView,
  JournalQueueTable,
  JournalSealsTable,
  JournalValuesTable,
} from './tables/journal.ts';
import type { FileDownloadsTable, KeptFilesTable } from './tables/kept-files.ts';
import type {
  ConsentsTable,
  ConversionsTable,
  DismissedTasksTable,
  FormerContactsTable,
  LeadCommentsTable,
  LeadEventsTable,
  LeadsTable,
} from './tables/leads.ts';
import type { ListViewsTable } from './tables/list-views.ts';
import type {
  DeliveriesTable,
  MessageChannelsTable,
  MessageChoicesTable,
  MessagesTable,
  OrganizationMailTable,
  OrganizationTelegramTable,
  QuietHoursTable,
  TelegramChatsTable,
  TelegramPollsTable,
  TelegramStartsTable,
} from './tables/messages.ts';
import type {
  AccrualMovesTable,
  AccrualsTable,
  IdempotencyKeysTable,
  OpeningBalancesTable,
  PaymentItemsView,
  PaymentMovementsView,
  PaymentsTable,
  PayoutMethodsTable,
  RegistriesTable,
  RegistryPaymentsTable,
} from './tables/money.ts';
import type {
  BankDirectoriesTable,
  BanksTable,
  ClosedPeriodsView,
  CountersTable,
  DirectoryBanksTable,
  DocumentsTable,
  MonthClosingsTable,
  OrganizationLogosTable,
  OrganizationsTable,
} from './tables/organizations.ts';
import type { OutsideEventsTable } from './tables/outside-events.ts';
import type {
  ClickDaysTable,
  ClicksTable,
  EnrollmentsTable,
  LimitedFormsTable,
  LinkCodesTable,
  LinksTable,
  PartnersTable,
} from './tables/partners.ts';
import type { PaymentAttemptEventsTable, PaymentAttemptsTable } from './tables/payment-attempts.ts';
import type { RateLimitsTable, SessionsTable, UsersTable } from './tables/people.ts';
import type {
  ConsentTextsTable,
  PersonalTermsTable,
  ProgramGroupsTable,
  ProgramsTable,
  RewardRulesTable,
} from './tables/programs.ts';
import type {
  AccrualDaysTable,
  LeadDaysTable,
  LeadTotalsTable,
  OrganizationAccrualDaysTable,
  OrganizationClickDaysTable,
  OrganizationLeadDaysTable,
  PartnerBalancesTable,
  PaymentTotalsTable,
  ProgramSpendingTable,
} from './tables/roll-ups.ts';
import type { ReceiptsTable, TaxChecksTable, TaxStatusesTable } from './tables/self-employed.ts';
import type { SiteFormsTable } from './tables/site-forms.ts';
import type { TransferDebtsTable, TransferMatchesTable, TransfersTable } from './tables/transfers.ts';
import type { WebhookDeliveriesTable, WebhookEventsTable, WebhooksTable } from './tables/webhooks.ts';

/** All tables of the server. */
type ProductTables = {
  users: UsersTable;
  sessions: SessionsTable;
  rate_limits: RateLimitsTable;
  organizations: OrganizationsTable;
  organization_logos: OrganizationLogosTable;
  month_closings: MonthClosingsTable;
  period_closes: PeriodClosesTable;
  closed_periods: ClosedPeriodsView;
  documents: DocumentsTable;
  counters: CountersTable;
  audit_entries: AuditEntriesTable;
  journal_values: JournalValuesTable;
  journal_seals: JournalSealsTable;
  journal_queue: JournalQueueTable;
  journal_entries: JournalEntriesView;
  programs: ProgramsTable;
  reward_rules: RewardRulesTable;
  consent_texts: ConsentTextsTable;
  partners: PartnersTable;
  invitations: InvitationsTable;
  applications: ApplicationsTable;
  account_links: AccountLinksTable;
  account_codes: AccountCodesTable;
  program_groups: ProgramGroupsTable;
  enrollments: EnrollmentsTable;
  personal_terms: PersonalTermsTable;
  link_codes: LinkCodesTable;
  links: LinksTable;
  clicks: ClicksTable;
  click_days: ClickDaysTable;
  limited_forms: LimitedFormsTable;
  leads: LeadsTable;
  consents: ConsentsTable;
  conversions: ConversionsTable;
  lead_events: LeadEventsTable;
  lead_comments: LeadCommentsTable;
  former_contacts: FormerContactsTable;
  clients: ClientsTable;
  attachments: AttachmentsTable;
  sales: SalesTable;
  waiting_sales: WaitingSalesTable;
  dismissed_tasks: DismissedTasksTable;
  outside_events: OutsideEventsTable;
  crm_connections: CrmConnectionsTable;
  crm_deals: CrmDealsTable;
  crm_reads: CrmReadsTable;
  site_forms: SiteFormsTable;
  webhooks: WebhooksTable;
  webhook_events: WebhookEventsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  list_views: ListViewsTable;
  api_keys: ApiKeysTable;
  api_key_calls: ApiKeyCallsTable;
  idempotent_calls: IdempotentCallsTable;
  payout_methods: PayoutMethodsTable;
  payments: PaymentsTable;
  payment_attempts: PaymentAttemptsTable;
  payment_attempt_events: PaymentAttemptEventsTable;
  registries: RegistriesTable;
  registry_payments: RegistryPaymentsTable;
  bank_statements: BankStatementsTable;
  bank_documents: BankDocumentsTable;
  transfers: TransfersTable;
  transfer_matches: TransferMatchesTable;
  transfer_debts: TransferDebtsTable;
  opening_balances: OpeningBalancesTable;
  kept_files: KeptFilesTable;
  file_downloads: FileDownloadsTable;
  imports: ImportsTable;
  import_rows: ImportRowsTable;
  accruals: AccrualsTable;
  accrual_moves: AccrualMovesTable;
  payment_items: PaymentItemsView;
  payment_movements: PaymentMovementsView;
  claims: ClaimsTable;
  idempotency_keys: IdempotencyKeysTable;
  lead_days: LeadDaysTable;
  lead_totals: LeadTotalsTable;
  accrual_days: AccrualDaysTable;
  organization_lead_days: OrganizationLeadDaysTable;
  organization_accrual_days: OrganizationAccrualDaysTable;
  organization_click_days: OrganizationClickDaysTable;
  payment_totals: PaymentTotalsTable;
  partner_balances: PartnerBalancesTable;
  program_spending: ProgramSpendingTable;
  message_channels: MessageChannelsTable;
  organization_mail: OrganizationMailTable;
  organization_telegram: OrganizationTelegramTable;
  messages: MessagesTable;
  deliveries: DeliveriesTable;
  message_choices: MessageChoicesTable;
  quiet_hours: QuietHoursTable;
  telegram_chats: TelegramChatsTable;
  telegram_starts: TelegramStartsTable;
  telegram_polls: TelegramPollsTable;
  tax_statuses: TaxStatusesTable;
  tax_checks: TaxChecksTable;
  receipts: ReceiptsTable;
  banks: BanksTable;
  bank_directories: BankDirectoriesTable;
  directory_banks: DirectoryBanksTable;
  acts: ActsTable;
  act_payments: ActPaymentsTable;
  act_returns: ActReturnsTable;
};

declare module '../platform/db/tables.ts' {
  interface Tables extends ProductTables {}
}
