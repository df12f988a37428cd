import { z } from 'zod';
import { exportRoute } from '../base/exports.ts';
import { byId, type RouteContract } from '../base/route.ts';
import { approval, transition, transitionWithReason } from '../base/transitions.ts';
import { recoveryStart } from '../people/recovery.ts';
import { cancellation } from './kept-files.ts';
import { payablePage, payableQuery, payoutReadiness, payoutTotals, payoutTotalsQuery } from './payable.ts';
import {
  newPayment,
  payment,
  paymentContent,
  paymentCounts,
  paymentCountsQuery,
  paymentExportQuery,
  paymentPage,
  paymentPaid,
  paymentQuery,
  paymentRequest,
  paymentReturned,
  paymentWithRequisites,
} from './payments.ts';
import { methodProof, newPayoutMethod, payoutMethod, payoutMethods } from './requisites/payout-methods.ts';
import { statement, statementExportQuery, statementQuery } from './statement.ts';

const BASE = '/api/referral/payments/';
const METHODS = '/api/referral/payout-methods/';
const CARD = '/api/referral/partners/{id}/';
const organization = ['organization'] as const;
const both = ['organization', 'partner'] as const;

const transitionRoute = <const Word extends string, const Body extends RouteContract['body']>(
  word: Word,
  name: string,
  body: Body,
) =>
  ({
    method: 'POST',
    path: `${BASE}{id}/${word}/`,
    name,
    access: organization,
    cost: 'bulk',
    params: byId,
    body,
    response: payment,
  }) as const;

export const paymentRoutes = {
  payments: {
    method: 'GET',
    path: BASE,
    name: 'Payments',
    access: both,
    query: paymentQuery,
    response: paymentPage,
  },
  createPayment: {
    method: 'POST',
    path: BASE,
    name: 'Payment forming',
    access: organization,
    cost: 'bulk',
    idempotency: 'optional',
    body: newPayment,
    status: 201,
    response: payment,
  },
  paymentCounts: {
    method: 'GET',
    path: `${BASE}counts/`,
    name: 'Payments by status',
    access: both,
    query: paymentCountsQuery,
    response: paymentCounts,
  },
  exportPayments: exportRoute(`${BASE}export/`, 'Payments as a file', both, paymentExportQuery),
  payablePartners: {
    method: 'GET',
    path: `${BASE}eligible/`,
    name: 'Partners to be paid',
    access: organization,
    query: payableQuery,
    response: payablePage,
  },
  payoutReadiness: {
    method: 'GET',
    path: `${CARD}payable/`,
    name: 'Whether a partner can be paid',
    access: organization,
    params: byId,
    response: payoutReadiness,
  },
  payoutTotals: {
    method: 'GET',
    path: `${BASE}totals/`,
    name: 'What is owed to partners, by what can be done about it',
    access: organization,
    query: payoutTotalsQuery,
    response: payoutTotals,
  },
  requestPayment: {
    method: 'POST',
    path: `${BASE}request/`,
    name: 'Payment request',
    access: ['partner'],
    cost: 'bulk',
    idempotency: 'optional',
    body: paymentRequest,
    status: 201,
    response: payment,
  },
  payment: {
    method: 'GET',
    path: `${BASE}{id}/`,
    name: 'Payment',
    access: both,
    params: byId,
    response: paymentWithRequisites,
  },
  updatePayment: {
    method: 'PATCH',
    path: `${BASE}{id}/`,
    name: 'Change of what a draft payment consists of',
    access: organization,
    cost: 'bulk',
    params: byId,
    body: paymentContent,
    response: payment,
  },
  paymentQr: {
    method: 'GET',
    path: `${BASE}{id}/qr/`,
    name: 'QR code of a payment to an account',
    access: organization,
    cost: 'creation',
    params: byId,
    media: 'image/svg+xml',
    response: z.string(),
  },
  acceptPayment: transitionRoute('accept', 'Acceptance of a requested payment', transition),
  approvePayment: transitionRoute('approve', 'Payment approval', approval),
  processPayment: transitionRoute('process', 'Payment under way', transition),
  markPaymentPaid: {
    ...transitionRoute('mark-paid', 'Payment paid', paymentPaid),
    idempotency: 'required',
  },
  markPaymentFailed: transitionRoute('mark-failed', 'Payment failed', transitionWithReason),
  retryPayment: transitionRoute('retry', 'Payment tried again', transition),
  returnPayment: {
    ...transitionRoute('mark-returned', 'Payment returned by the bank', paymentReturned),
    idempotency: 'required',
  },
  cancelPayment: transitionRoute('cancel', 'Payment cancellation', cancellation),
  statement: {
    method: 'GET',
    path: `${CARD}statement/`,
    name: 'Statement of a partner',
    access: both,
    params: byId,
    query: statementQuery,
    response: statement,
  },
  exportStatement: {
    ...exportRoute(
      `${CARD}statement/export/`,
      'Statement of a partner as a file',
      both,
      statementExportQuery,
    ),
    params: byId,
  },
  statementPdf: {
    method: 'GET',
    path: `${CARD}statement/pdf/`,
    name: 'Statement of a partner as a document to print',
    access: both,
    cost: 'export',
    params: byId,
    query: statementQuery,
    media: ['application/pdf'],
    response: z.string(),
  },
  payoutMethods: {
    method: 'GET',
    path: `${CARD}payout-methods/`,
    name: 'Payout methods of a partner',
    access: both,
    params: byId,
    response: payoutMethods,
  },
  createPayoutMethod: {
    method: 'POST',
    path: `${CARD}payout-methods/`,
    name: 'Payout method creation',
    access: both,
    cost: 'creation',
    params: byId,
    body: newPayoutMethod,
    idempotency: 'once',
    status: 201,
    response: payoutMethod,
  },
  sendPayoutMethodCode: {
    method: 'POST',
    path: `${METHODS}{id}/code/`,
    name: 'Code to the phone of the partner whose first payout method it is',
    access: ['partner'],
    params: byId,
    response: recoveryStart,
  },
  provePayoutMethod: {
    method: 'POST',
    path: `${METHODS}{id}/prove/`,
    name: 'First payout method proved by a code: it is paid to at once',
    access: ['partner'],
    params: byId,
    body: methodProof,
    response: payoutMethod,
  },
  preferPayoutMethod: {
    method: 'POST',
    path: `${METHODS}{id}/default/`,
    name: 'Payout method made the default',
    access: both,
    params: byId,
    response: payoutMethod,
  },
  deletePayoutMethod: {
    method: 'DELETE',
    path: `${METHODS}{id}/`,
    name: 'Payout method removal',
    access: both,
    params: byId,
    status: 204,
    response: z.undefined(),
  },
} as const satisfies Record<string, RouteContract>;
