import type { FastifyRequest } from 'fastify';
import { toNetwork } from '../../platform/http/server/address.ts';
import type { Sender } from './referral-page.service.ts';

export const getUserAgent = (request: FastifyRequest) => request.headers['user-agent'] ?? '';

/** Network address and browser of a request. */
export const toSender = (request: FastifyRequest): Sender => ({
  address: request.ip,
  network: toNetwork(request.ip),
  userAgent: getUserAgent(request),
});
