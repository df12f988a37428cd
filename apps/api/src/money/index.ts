export { accrualStatus, hasMatured } from './accruals/accrual-status.ts';
export { isLiveAct, isWithoutAct } from './acts/act-sources.ts';
export { makeActs } from './acts/make-acts.ts';
export { getLastDayOfMonth } from './acts/months.ts';
export { type BalancesSource, balancesAt, lastMomentOf } from './balances/past-balances.ts';
export { createMoney } from './create-money.ts';
export { NEAR_TENTHS } from './money-messages.ts';
export { computeReadiness, missingTo } from './payable/blockers.ts';
export { type Payable, payableCards, splitDue } from './payable/payable.ts';
export { countedPayments } from './payments/counted-payments.ts';
export { formPayment } from './payments/form-payment.ts';
export { approvePayments } from './payments/lifecycle/approve-payments.ts';
export {
  acceptPayments,
  cancelPayments,
  markFailed,
  markPaid,
  processPayments,
} from './payments/lifecycle/lifecycle.ts';
export { lockPayments } from './payments/lifecycle/locked-payments.ts';
export { markReturned } from './payments/lifecycle/return-payments.ts';
export { recordPayeeChange } from './payments/open-payments.ts';
export { BLANK_METHOD } from './payout-methods/payout-method.ts';
export { partnersWithSame, sharedRequisites } from './payout-methods/shared-requisites.ts';
export { isLate, isOwed } from './receipts/owed-receipts.ts';
export { reserveForPartners } from './registries/reserve-partners.ts';
export { isExhausted, lockSpending } from './rewards/budget.ts';
export { transferClaim, updateClaimOfLead } from './rewards/claims.ts';
export { correctionInWords, reversalInWords, rewardInWords, rewardLine } from './rewards/explanations.ts';
export { extendStatementTimeout, isPayablePartner, lockPartners } from './rewards/partner-money.ts';
export { selfReferralMatches } from './rewards/self-referral.ts';
export { tierReport } from './rewards/tier-report.ts';
export { moscowDay } from './tax-status/moscow.ts';
export { notedTransfers, paymentOfTransfer } from './transfers/payment-transfers.ts';
export { earnedKop } from './transfers/transfers.repo.ts';
