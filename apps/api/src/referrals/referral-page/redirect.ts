import { MAX_UTM, type NewClick, UTM_TAGS, withoutInvisible } from '@referral-dashboard/api-contract';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import { pageState } from './page/page-state.ts';
import type { Target } from './referral-page.repo.ts';
import { toVisitor } from './sender.ts';
import type { Visitor } from './visits.ts';

type RecordVisit = (target: Target, input: NewClick, visitor: Visitor) => string;

/** Returns a function that finds the page of the organization's own site that a link opens, and records the click. */
export function createRedirect(clock: Clock, recordVisit: RecordVisit) {
  /** @returns undefined when the link opens the page of the program: by its setting, or because it accepts no leads. */
  return (target: Target, code: string, request: FastifyRequest): string | undefined => {
    if (target.landing_mode !== 'redirect' || pageState(target, clock()) !== 'open') return undefined;
    const url = new URL(target.landing_url);
    // A page of this server would redirect again.
    if (url.host === request.host) return undefined;
    const query = new URLSearchParams(request.originalUrl.split('?').slice(1).join('?'));
    for (const name of query.keys()) url.searchParams.delete(name);
    for (const [name, value] of query) url.searchParams.append(name, value);
    url.searchParams.set('ref', code.toLowerCase());
    if (request.method === 'GET')
      url.searchParams.set('click_id', recordVisit(target, toClick(query, request), toVisitor(request)));
    if (target.ad_erid !== '') url.searchParams.set('erid', target.ad_erid);
    return url.href;
  };
}

const toClick = (query: URLSearchParams, { headers: { referer } }: FastifyRequest): NewClick => ({
  ...(referer !== undefined && { referrer: referer }),
  ...Object.fromEntries(UTM_TAGS.map((tag) => [tag, cleanTag(query.get(tag) ?? '')])),
});

/** Returns the value of a UTM parameter without characters that the database or the screens cannot show. */
const cleanTag = (value: string) =>
  Array.from(
    withoutInvisible(value)
      .toWellFormed()
      .replace(/\p{Cc}/gu, ' ')
      .trim(),
  )
    .slice(0, MAX_UTM)
    .join('');
