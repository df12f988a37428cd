import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../platform/http/server/address.ts';
import type { Visitor } from './sign-in.ts';

/** From where a request came, and the captcha's token in it. */
export const visitorOf = (request: FastifyRequest, smartToken: string | null | undefined): Visitor => ({
  smartToken: smartToken ?? '',
  address: request.ip,
  network: networkOf(request.ip),
  userAgent: request.headers['user-agent'] ?? '',
});
