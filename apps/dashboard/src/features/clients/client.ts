import {
  type Attachment,
  accrualRoutes,
  type Client,
  clientRoutes,
  homeRoutes,
  leadRoutes,
  partnerRoutes,
  type Sale,
  saleRoutes,
  waitingSaleRoutes,
} from '@referral-dashboard/api-contract';
import type { ResponseOf } from '@/shared/api/call.ts';

/** Client as returned to an organization or, with fewer fields, to a partner. */
export type AnyClient = ResponseOf<typeof clientRoutes.client>;

export type AnySale = ResponseOf<typeof saleRoutes.sales>['results'][number];

/** Returns true for a client returned to an organization, which includes contacts and attachments. */
export const isFullClient = (client: AnyClient): client is Client => 'attachments' in client;

/** Returns true for a sale returned to an organization, which includes the comment and the version. */
export const isFullSale = (sale: AnySale): sale is Sale => 'version' in sale;

/** Routes to invalidate after a client or a sale changes. Keys are prefixes, so counts and histories are included. */
export const CLIENT_DEPENDENT_ROUTES = [
  clientRoutes.clients,
  saleRoutes.sales,
  waitingSaleRoutes.waitingSales,
  leadRoutes.leads,
  accrualRoutes.accruals,
  partnerRoutes.partners,
  homeRoutes.homeTasks,
];

/** Draft key of the table of new sales. */
export const BULK_DRAFT_KEY = 'sales';

export const SALE_NOUN = ['продажа', 'продажи', 'продаж'] as const;

export const isOpenAttachment = ({ closed_at }: Pick<Attachment, 'closed_at'>) => closed_at === null;

/** Attachments that are not closed. */
export const getOpenAttachments = ({ attachments }: Client) => attachments.filter(isOpenAttachment);
