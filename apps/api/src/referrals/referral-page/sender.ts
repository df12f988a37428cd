import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { toNetwork } from '../../platform/http/server/address.ts';
import type { Sender } from './referral-page.service.ts';
import { isRobot } from './robots.ts';
import type { Visitor } from './visits.ts';

const getUserAgent = (request: FastifyRequest) => request.headers['user-agent'] ?? '';

/** Network address and browser of a request. */
export const toSender = (request: FastifyRequest): Sender => ({
  address: request.ip,
  network: toNetwork(request.ip),
  userAgent: getUserAgent(request),
});

/** Visitor of a link, recognised by the network and the browser. */
export function toVisitor(request: FastifyRequest): Visitor {
  const network = toNetwork(request.ip);
  const fingerprint = createHash('sha256')
    .update(`${network} ${getUserAgent(request)}`)
    .digest('hex');
  return { fingerprint, network, isRobot: isRobot(request.headers) };
}
