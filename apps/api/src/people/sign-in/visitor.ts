import type { FastifyRequest } from 'fastify';
import { toNetwork } from '../../platform/http/server/address.ts';
import type { Visitor } from './sign-in.ts';

/** Client of a request and its captcha token. */
export const toVisitor = (request: FastifyRequest, smartToken: string | null | undefined): Visitor => ({
  smartToken: smartToken ?? '',
  address: request.ip,
  network: toNetwork(request.ip),
  userAgent: request.headers['user-agent'] ?? '',
});
