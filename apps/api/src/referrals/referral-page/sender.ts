import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../platform/http/server/address.ts';
import type { Sender } from './referral-page.service.ts';

export const agentOf = (request: FastifyRequest) => request.headers['user-agent'] ?? '';

/** Network address and browser of a request. */
export const senderOf = (request: FastifyRequest): Sender => ({
  address: request.ip,
  network: networkOf(request.ip),
  userAgent: agentOf(request),
});
