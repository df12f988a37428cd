import { z } from 'zod';
import { exportRoute } from './exports.ts';
import {
  newPayment,
  payablePage,
  payableQuery,
  payment,
  paymentContent,
  paymentCounts,
  paymentCountsQuery,
  paymentExportQuery,
  paymentMove,
  paymentPage,
  paymentPaid,
  paymentQuery,
  paymentReason,
  paymentRequest,
  paymentWithRequisites,
} from './payments.ts';
import { newPayoutMethod, payoutMethod, payoutMethods } from './payout-methods.ts';
import { byId, type RouteContract } from './route.ts';
import { statement, statementQuery } from './statement.ts';

const BASE = '/api/referral/payments/';
const METHODS = '/api/referral/payout-methods/';
const CARD = '/api/referral/partners/{id}/';
const organization = ['organization'] as const;
const both = ['organization', 'partner'] as const;

const moves = <const Word extends string, const Body extends RouteContract['body']>(
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
    answer: payment,
  }) as const;

export const paymentRoutes = {
  payments: {
    method: 'GET',
    path: BASE,
    name: 'Payments',
    access: both,
    query: paymentQuery,
    answer: paymentPage,
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
    answer: payment,
  },
  paymentCounts: {
    method: 'GET',
    path: `${BASE}counts/`,
    name: 'Payments by status',
    access: both,
    query: paymentCountsQuery,
    answer: paymentCounts,
  },
  exportPayments: exportRoute(`${BASE}export/`, 'Payments as a file', both, paymentExportQuery),
  payablePartners: {
    method: 'GET',
    path: `${BASE}eligible/`,
    name: 'Partners to be paid',
    access: organization,
    query: payableQuery,
    answer: payablePage,
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
    answer: payment,
  },
  payment: {
    method: 'GET',
    path: `${BASE}{id}/`,
    name: 'Payment',
    access: both,
    params: byId,
    answer: paymentWithRequisites,
  },
  updatePayment: {
    method: 'PATCH',
    path: `${BASE}{id}/`,
    name: 'Change of what a draft payment consists of',
    access: organization,
    cost: 'bulk',
    params: byId,
    body: paymentContent,
    answer: payment,
  },
  paymentQr: {
    method: 'GET',
    path: `${BASE}{id}/qr/`,
    name: 'QR code of a payment to an account',
    access: organization,
    cost: 'creation',
    params: byId,
    media: 'image/svg+xml',
    answer: z.string(),
  },
  acceptPayment: moves('accept', 'Acceptance of a requested payment', paymentMove),
  approvePayment: moves('approve', 'Payment approval', paymentMove),
  processPayment: moves('process', 'Payment under way', paymentMove),
  markPaymentPaid: {
    ...moves('mark-paid', 'Payment paid', paymentPaid),
    idempotency: 'required',
  },
  markPaymentFailed: moves('mark-failed', 'Payment failed', paymentReason),
  retryPayment: moves('retry', 'Payment tried again', paymentMove),
  cancelPayment: moves('cancel', 'Payment cancellation', paymentReason),
  statement: {
    method: 'GET',
    path: `${CARD}statement/`,
    name: 'Statement of a partner',
    access: both,
    params: byId,
    query: statementQuery,
    answer: statement,
  },
  payoutMethods: {
    method: 'GET',
    path: `${CARD}payout-methods/`,
    name: 'Payout methods of a partner',
    access: both,
    params: byId,
    answer: payoutMethods,
  },
  createPayoutMethod: {
    method: 'POST',
    path: `${CARD}payout-methods/`,
    name: 'Payout method creation',
    access: both,
    cost: 'creation',
    params: byId,
    body: newPayoutMethod,
    status: 201,
    answer: payoutMethod,
  },
  preferPayoutMethod: {
    method: 'POST',
    path: `${METHODS}{id}/default/`,
    name: 'Payout method made the default',
    access: both,
    params: byId,
    answer: payoutMethod,
  },
  deletePayoutMethod: {
    method: 'DELETE',
    path: `${METHODS}{id}/`,
    name: 'Payout method removal',
    access: both,
    params: byId,
    status: 204,
    answer: z.undefined(),
  },
} as const satisfies Record<string, RouteContract>;
