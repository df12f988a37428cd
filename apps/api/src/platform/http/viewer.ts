import type { Access, Position, Role } from '@referral-dashboard/api-contract';
import type { FastifyRequest } from 'fastify';
import { forbidden } from '../errors.ts';
import { getPrincipal } from './guard.ts';
import type { Card, Principal } from './principal.ts';

/** A user of an organization: has access only to the rows of that organization. */
export type Staff = {
  role: 'organization';
  organizationId: string;
  position: Position;
  userId: string;
  requestId: string;
  /** Key that makes the call instead of the user. */
  apiKeyId?: string;
};

/** A partner: has access to the rows of their cards in all organizations. */
export type PartnerViewer = {
  role: 'partner';
  userId: string;
  /** The cards at the time of the call. They only narrow queries: each statement checks the owner of a card itself. */
  cards: readonly Card[];
  requestId: string;
};

/** The user that a call reads or changes data for. */
export type Viewer = Staff | PartnerViewer;

/** Returns one viewer per card, for lists that are read per card and merged. Returns staff, and partners without cards, unchanged. */
export const byCard = (viewer: Viewer): readonly Viewer[] =>
  viewer.role === 'organization' || viewer.cards.length < 2
    ? [viewer]
    : viewer.cards.map((card) => ({ ...viewer, cards: [card] }));

/** The caller by access rule: null, any signed-in user, or a user with one of the roles. */
export type ViewerFor<Who extends Access> = Who extends 'public'
  ? null
  : Who extends 'authenticated'
    ? Principal
    : Who extends readonly (infer One extends Role)[]
      ? Extract<Viewer, { role: One }>
      : never;

/** Id of a request by an API key, as histories store it. The journal reads the key from it. */
const toKeyRequest = (requestId: string, apiKeyId: string) => `${requestId}.${apiKeyId}`;

/** Returns the viewer of a request. @throws ApiError 403 for a user without a required organization. */
export async function viewerFor(access: Access, request: FastifyRequest): Promise<Viewer | Principal | null> {
  if (access === 'public') return null;
  const principal = getPrincipal(request);
  if (access === 'authenticated') return principal;
  const { user, organizationId, position } = principal;
  const shared = { userId: user.id, requestId: request.id };
  if (user.role === 'partner') return { role: 'partner', cards: await principal.cards(), ...shared };
  if (user.role !== 'organization' || organizationId === null || position === null) throw forbidden();
  const staff = { role: 'organization', organizationId, position } as const;
  if (principal.apiKey === undefined) return { ...staff, ...shared };
  const apiKeyId = principal.apiKey.id;
  return { ...staff, ...shared, requestId: toKeyRequest(request.id, apiKeyId), apiKeyId };
}
