import type { FastifyRequest } from 'fastify';
import { forbidden } from './errors.ts';
import { principalOf } from './guard.ts';

/** A person of an organization: reaches every row of that organization, and no other. */
export type Staff = { role: 'organization'; organizationId: string; userId: string; requestId: string };

/** A partner: reaches the rows of its own cards, in whatever organizations they are. */
export type PartnerViewer = { role: 'partner'; userId: string; requestId: string };

/** On whose behalf something is read or done. */
export type Viewer = Staff | PartnerViewer;

/** @throws ApiError 403 for a person whom the product has no use for: no role, or no organization. */
export function viewerOf(request: FastifyRequest): Viewer {
  const { user, organizationId } = principalOf(request);
  const shared = { userId: user.id, requestId: request.id };
  if (user.role === 'partner') return { role: 'partner', ...shared };
  if (user.role !== 'organization' || organizationId === null) throw forbidden();
  return { role: 'organization', organizationId, ...shared };
}

/** @throws ApiError 403 */
export function staffOf(request: FastifyRequest): Staff {
  const viewer = viewerOf(request);
  if (viewer.role !== 'organization') throw forbidden();
  return viewer;
}

/** @throws ApiError 403 */
export function partnerOf(request: FastifyRequest): PartnerViewer {
  const viewer = viewerOf(request);
  if (viewer.role !== 'partner') throw forbidden();
  return viewer;
}
