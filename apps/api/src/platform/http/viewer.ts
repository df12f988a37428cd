import type { Access, Position, Role } from '@referral-dashboard/api-contract';
import type { FastifyRequest } from 'fastify';
import { forbidden } from '../errors.ts';
import { principalOf } from './guard.ts';
import type { Card, Principal } from './principal.ts';

/** A person of an organization: reaches the rows of that organization, and no other. */
export type Staff = {
  role: 'organization';
  organizationId: string;
  position: Position;
  userId: string;
  requestId: string;
};

/** A partner: reaches the rows of its own cards, in whatever organizations they are. */
export type PartnerViewer = {
  role: 'partner';
  userId: string;
  /** The cards it had when it called. They narrow what is read, and let nobody see anything: whose a card is, statements ask. */
  cards: readonly Card[];
  requestId: string;
};

/** The person on whose behalf something is read or done. */
export type Viewer = Staff | PartnerViewer;

/** The viewer once for each card, for lists that are read card by card and put together; staff, and who has no card, as they are. */
export const byCard = (viewer: Viewer): readonly Viewer[] =>
  viewer.role === 'organization' || viewer.cards.length < 2
    ? [viewer]
    : viewer.cards.map((card) => ({ ...viewer, cards: [card] }));

/** The caller of a route with this access: nobody in particular, somebody signed in, or a person of one of the roles. */
export type ViewerFor<Who extends Access> = Who extends 'public'
  ? null
  : Who extends 'authenticated'
    ? Principal
    : Who extends readonly (infer One extends Role)[]
      ? Extract<Viewer, { role: One }>
      : never;

/** @throws ApiError 403 for a person without an organization where one is needed. */
export async function viewerFor(access: Access, request: FastifyRequest): Promise<Viewer | Principal | null> {
  if (access === 'public') return null;
  const principal = principalOf(request);
  if (access === 'authenticated') return principal;
  const { user, organizationId, position } = principal;
  const shared = { userId: user.id, requestId: request.id };
  if (user.role === 'partner') return { role: 'partner', cards: await principal.cards(), ...shared };
  if (user.role !== 'organization' || organizationId === null || position === null) throw forbidden();
  return { role: 'organization', organizationId, position, ...shared };
}
