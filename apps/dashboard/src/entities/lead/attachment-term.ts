import { formatDate } from '@/shared/format/date.ts';

/**
 * Term of an open attachment: «закреплен до 5 дек 2027», «закреплен бессрочно».
 *
 * @param today Current date in the time zone of the organization, `2026-08-21`.
 */
export function formatAttachmentTerm(endsAt: string | null, today: string): string {
  if (endsAt === null) return 'закреплен бессрочно';
  return endsAt < today
    ? `срок закрепления вышел ${formatDate(endsAt)}`
    : `закреплен до ${formatDate(endsAt)}`;
}
