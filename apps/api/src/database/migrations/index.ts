import type { Migration } from 'kysely/migration';
import { accounts } from './0001-accounts.ts';
import { organizations } from './0002-organizations.ts';
import { programs } from './0003-programs.ts';
import { partners } from './0004-partners.ts';
import { leads } from './0005-leads.ts';
import { money } from './0006-money.ts';
import { rollUps } from './0007-roll-ups.ts';
import { home } from './0008-home.ts';
import { sessions } from './0009-sessions.ts';
import { claims } from './0010-claims.ts';
import { paymentSums } from './0011-payment-sums.ts';
import { invitations } from './0012-invitations.ts';
import { limits } from './0013-limits.ts';
import { positions } from './0014-positions.ts';
import { people } from './0015-people.ts';
import { messages } from './0016-messages.ts';
import { organizationSettings } from './0017-organization-settings.ts';
import { applications } from './0018-applications.ts';
import { accountCodes } from './0019-account-codes.ts';
import { registries } from './0020-registries.ts';
import { bankStatements } from './0021-bank-statements.ts';
import { journal } from './0023-journal.ts';
import { selfEmployed } from './0024-self-employed.ts';
import { banks } from './0025-banks.ts';
import { acts } from './0026-acts.ts';
import { methodProof } from './0027-method-proof.ts';
import { treasuryAccounts } from './0028-treasury-accounts.ts';
import { maturedHolds } from './0029-matured-holds.ts';
import { leadComments } from './0030-lead-comments.ts';
import { listViews } from './0031-list-views.ts';
import { organizationFigures } from './0032-organization-figures.ts';
import { clickMonths } from './0033-click-months.ts';
import { partnerFigures } from './0034-partner-figures.ts';
import { sessionPages } from './0035-session-pages.ts';
import { confirmedEmails } from './0036-confirmed-emails.ts';
import { signInRights } from './0037-sign-in-rights.ts';
import { payoutApproval } from './0038-payout-approval.ts';
import { bounds } from './0039-bounds.ts';
import { decisions } from './0040-decisions.ts';
import { leadVisits } from './0040-lead-visits.ts';
import { privacyPolicy } from './0040-privacy-policy.ts';
import { leadTransfers } from './0041-lead-transfers.ts';
import { actReturns } from './0042-act-returns.ts';
import { finalPayments } from './0042-final-payments.ts';
import { incomeTax } from './0043-income-tax.ts';
import { paymentTaxes } from './0043-payment-taxes.ts';
import { organizationMail } from './0044-organization-mail.ts';
import { partnerDeals } from './0045-partner-deals.ts';
import { actTaxes } from './0047-act-taxes.ts';
import { organizationTelegram } from './0048-organization-telegram.ts';
import { supportAddress } from './0049-support-address.ts';
import { rateLimitWindows } from './0050-rate-limit-windows.ts';
import { functions } from './0051-functions.ts';
import { messageChannels } from './0051-message-channels.ts';
import { names } from './0052-names.ts';
import { leadTotals } from './0053-lead-totals.ts';
import { dealTotals } from './0059-deal-totals.ts';
import { accrualMoves } from './0060-accrual-moves.ts';
import { rewardPlaces } from './0061-reward-places.ts';
import { transfers } from './0062-transfers.ts';
import { paymentsPaid } from './0063-payments-paid.ts';
import { partialConfirmations } from './0064-partial-confirmations.ts';
import { paymentPayees } from './0066-payment-payees.ts';
import { paymentAttempts } from './0067-payment-attempts.ts';
import { returnedPayments } from './0068-returned-payments.ts';
import { closedMonths } from './0069-closed-months.ts';
import { paymentMovements } from './0070-payment-movements.ts';
import { journalChain } from './0072-journal-chain.ts';
import { visitMonthFunctions } from './0073-visit-month-functions.ts';
import { keptFiles } from './0074-kept-files.ts';
import { journalSearch } from './0075-journal-search.ts';
import { availableSince } from './0076-available-since.ts';
import { terms } from './0078-terms.ts';
import { clients } from './0079-clients.ts';
import { saleClaims } from './0080-sale-claims.ts';
import { steps } from './0081-steps.ts';
import { ruleLines } from './0082-rule-lines.ts';
import { waitingSales } from './0083-waiting-sales.ts';
import { endedAttachments } from './0084-ended-attachments.ts';
import { apiKeys } from './0085-api-keys.ts';
import { periodCloses } from './0086-period-closes.ts';
import { idempotentCalls } from './0087-idempotent-calls.ts';
import { partnerCaps } from './0088-partner-caps.ts';
import { webhooks } from './0089-webhooks.ts';
import { imports } from './0090-imports.ts';
import { stepsOfSales } from './0091-steps-of-sales.ts';
import { ownSite } from './0093-own-site.ts';
import { salesByDay } from './0094-sales-by-day.ts';
import { outsideEvents } from './0095-outside-events.ts';
import { crm } from './0097-crm.ts';
import { crmEvents } from './0098-crm-events.ts';
import { importUndo } from './0099-import-undo.ts';
import { importHeaders } from './0100-import-headers.ts';
import { crmFailures } from './0101-crm-failures.ts';
import { openingBalances } from './0102-opening-balances.ts';
import { siteForms } from './0103-site-forms.ts';

/** In the order of execution. A released migration is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-accounts': accounts,
  '0002-organizations': organizations,
  '0003-programs': programs,
  '0004-partners': partners,
  '0005-leads': leads,
  '0006-money': money,
  '0007-roll-ups': rollUps,
  '0008-home': home,
  '0009-sessions': sessions,
  '0010-claims': claims,
  '0011-payment-sums': paymentSums,
  '0012-invitations': invitations,
  '0013-limits': limits,
  '0014-positions': positions,
  '0015-people': people,
  '0016-messages': messages,
  '0017-organization-settings': organizationSettings,
  '0018-applications': applications,
  '0019-account-codes': accountCodes,
  '0020-registries': registries,
  '0021-bank-statements': bankStatements,
  '0023-journal': journal,
  '0024-self-employed': selfEmployed,
  '0025-banks': banks,
  '0026-acts': acts,
  '0027-method-proof': methodProof,
  '0028-treasury-accounts': treasuryAccounts,
  '0029-matured-holds': maturedHolds,
  '0030-lead-comments': leadComments,
  '0031-list-views': listViews,
  '0032-organization-figures': organizationFigures,
  '0033-click-months': clickMonths,
  '0034-partner-figures': partnerFigures,
  '0035-session-pages': sessionPages,
  '0036-confirmed-emails': confirmedEmails,
  '0037-sign-in-rights': signInRights,
  '0038-payout-approval': payoutApproval,
  '0039-bounds': bounds,
  '0040-decisions': decisions,
  '0040-lead-visits': leadVisits,
  '0040-privacy-policy': privacyPolicy,
  '0041-lead-transfers': leadTransfers,
  '0042-act-returns': actReturns,
  '0042-final-payments': finalPayments,
  '0043-income-tax': incomeTax,
  '0043-payment-taxes': paymentTaxes,
  '0044-organization-mail': organizationMail,
  '0045-partner-deals': partnerDeals,
  '0047-act-taxes': actTaxes,
  '0048-organization-telegram': organizationTelegram,
  '0049-support-address': supportAddress,
  '0050-rate-limit-windows': rateLimitWindows,
  '0051-functions': functions,
  '0051-message-channels': messageChannels,
  '0052-names': names,
  '0053-lead-totals': leadTotals,
  '0059-deal-totals': dealTotals,
  '0060-accrual-moves': accrualMoves,
  '0061-reward-places': rewardPlaces,
  '0062-transfers': transfers,
  '0063-payments-paid': paymentsPaid,
  '0064-partial-confirmations': partialConfirmations,
  '0066-payment-payees': paymentPayees,
  '0067-payment-attempts': paymentAttempts,
  '0068-returned-payments': returnedPayments,
  '0069-closed-months': closedMonths,
  '0070-payment-movements': paymentMovements,
  '0072-journal-chain': journalChain,
  '0073-visit-month-functions': visitMonthFunctions,
  '0074-kept-files': keptFiles,
  '0075-journal-search': journalSearch,
  '0076-available-since': availableSince,
  '0078-terms': terms,
  '0079-clients': clients,
  '0080-sale-claims': saleClaims,
  '0081-steps': steps,
  '0082-rule-lines': ruleLines,
  '0083-waiting-sales': waitingSales,
  '0084-ended-attachments': endedAttachments,
  '0085-api-keys': apiKeys,
  '0086-period-closes': periodCloses,
  '0087-idempotent-calls': idempotentCalls,
  '0088-partner-caps': partnerCaps,
  '0089-webhooks': webhooks,
  '0090-imports': imports,
  '0091-steps-of-sales': stepsOfSales,
  '0093-own-site': ownSite,
  '0094-sales-by-day': salesByDay,
  '0095-outside-events': outsideEvents,
  '0097-crm': crm,
  '0098-crm-events': crmEvents,
  '0099-import-undo': importUndo,
  '0100-import-headers': importHeaders,
  '0101-crm-failures': crmFailures,
  '0102-opening-balances': openingBalances,
  '0103-site-forms': siteForms,
};
