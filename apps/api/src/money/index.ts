export { accrualStatus, hasMatured } from './accruals/accrual-status.ts';
export { createAccrualsService } from './accruals/accruals.service.ts';
export type { OpeningBalances } from './accruals/opening-balances.ts';
export { releaseAllHolds } from './accruals/release-holds.ts';
export { isLiveAct, isWithoutAct } from './acts/act-sources.ts';
export { makeActs } from './acts/make-acts.ts';
export { getLastDayOfMonth } from './acts/months.ts';
export { type BalancesSource, balancesAt, lastMomentOf } from './balances/past-balances.ts';
export { findReleases, NO_RELEASES } from './balances/releases.ts';
export { createBankStatementsService } from './bank-statements/bank-statements.service.ts';
export { createMoney } from './create-money.ts';
export { NEAR_TENTHS } from './money-messages.ts';
export { computeReadiness } from './payable/blockers.ts';
export { type Payable, payableCards, splitDue } from './payable/payable.ts';
export { countedPayments } from './payments/counted-payments.ts';
export { formPayment } from './payments/form-payment.ts';
export { recordPayeeChange } from './payments/open-payments.ts';
export { createPaymentTransitions } from './payments/payment-transitions.ts';
export { createPaymentsService } from './payments/payments.service.ts';
export { createPayoutMethodsService } from './payout-methods/payout-methods.service.ts';
export { partnersWithSame, sharedRequisites } from './payout-methods/shared-requisites.ts';
export { isLate, isOwed } from './receipts/owed-receipts.ts';
export { createReceiptsService } from './receipts/receipts.service.ts';
export { createRegistriesService } from './registries/registries.service.ts';
export { createRegistryMoves } from './registries/registry-moves.ts';
export { isExhausted, lockSpending } from './rewards/budget.ts';
export { toSaleClient } from './rewards/claim-source.ts';
export { computeTarget, earnsReward } from './rewards/claim-state.ts';
export { isUnrewarded } from './rewards/claims.repo.ts';
export {
  transferClaim,
  updateClaimOfLead,
  updateClaimsOfLeads,
} from './rewards/lead-claims.ts';
export { reachedCap, reachedCapInWords } from './rewards/partner-cap.ts';
export { extendStatementTimeout, isPayablePartner, lockPartners } from './rewards/partner-money.ts';
export { inPeriod, periodOf } from './rewards/periods.ts';
export { readProgress } from './rewards/progress.ts';
export { checkRewardUndo } from './rewards/reward-undo.ts';
export {
  passClaimOfSale,
  passEmptyClaim,
  updateClaimsOfAttachments,
  updateClaimsOfSales,
} from './rewards/sale-claims.ts';
export { dueOfSale, duesOfSales } from './rewards/sale-dues.ts';
export { allSelfReferralMatches, selfReferralMatches } from './rewards/self-referral.ts';
export { countedTurnover, hasSteps, isReturned } from './rewards/steps.ts';
export { tierReport } from './rewards/tier-report.ts';
export { moscowDay } from './tax-status/moscow.ts';
export { notedTransfers, paymentOfTransfer } from './transfers/payment-transfers.ts';
export { earnedKop } from './transfers/transfers.repo.ts';
