import { z } from 'zod';
import { byId, type RouteContract } from '../../base/route.ts';
import { text } from '../../values/text.ts';

const BASE = '/api/referral/';
const organization = ['organization'] as const;

export const newLeadComment = z.object({ text: text({ max: 2000 }) });
export type NewLeadComment = z.output<typeof newLeadComment>;

/** Internal comment on a lead. The partner who brought the lead cannot read it. */
export const leadComment = z.object({
  id: z.uuid(),
  text: z.string(),
  at: z.iso.datetime(),
  author: z.string().nullable(),
  can_delete: z.boolean().describe('The caller wrote the comment or is an owner.'),
});
export type LeadComment = z.infer<typeof leadComment>;

/** Calls for internal comments on a lead. */
export const leadCommentRoutes = {
  leadComments: {
    method: 'GET',
    path: `${BASE}leads/{id}/comments/`,
    name: 'Comments on a lead, oldest first',
    access: organization,
    params: byId,
    response: z.object({ results: z.array(leadComment) }),
  },
  createLeadComment: {
    method: 'POST',
    path: `${BASE}leads/{id}/comments/`,
    name: 'New comment on a lead',
    access: organization,
    cost: 'creation',
    idempotency: 'optional',
    params: byId,
    body: newLeadComment,
    status: 201,
    response: leadComment,
  },
  deleteLeadComment: {
    method: 'DELETE',
    path: `${BASE}lead-comments/{id}/`,
    name: 'Deletion of a comment on a lead',
    access: organization,
    params: byId,
    status: 204,
    response: z.undefined(),
  },
} as const satisfies Record<string, RouteContract>;
