import { type ActContent, actRoutes } from '@referral-dashboard/api-contract';
import type { AnswerOf } from '../../../shared/api/call.ts';

/** An act as its page reads it. */
export type OpenAct = AnswerOf<typeof actRoutes.act>;

export type Contract = ActContent['contract'];

/** Reads that an answer to an act makes stale. */
export const CHANGED_BY_ACTS = [actRoutes.acts];

const WORDS = new Intl.DateTimeFormat('ru-RU', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `октябрь 2026` */
export function monthInWords(month: string): string {
  const parts = WORDS.formatToParts(new Date(`${month}-01`));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('month')} ${part('year')}`;
}

/** The finished months before a day, the latest first. */
export function monthsBefore(day: string, count: number): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return Array.from({ length: count }, (_, ago) =>
    new Date(Date.UTC(year, month - 2 - ago, 1)).toISOString().slice(0, 7),
  );
}

/** The address of an act, opened over what is shown now. */
export function addressOfAct(params: URLSearchParams, id: string): string {
  const after = new URLSearchParams(params);
  after.set('act', id);
  return `?${after}`;
}
