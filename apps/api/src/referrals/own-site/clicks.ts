import type { Conversion, NewConversion } from '@referral-dashboard/api-contract';
import { z } from 'zod';
import { DAY_MS } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { isCredited } from '../referral-page/page/page-state.ts';
import { referralPageRepo, type Target } from '../referral-page/referral-page.repo.ts';

type IgnoredClick = Conversion['ignored'][number];
type Stored = Awaited<ReturnType<ReturnType<typeof referralPageRepo>['clickById']>>;

/** A click that leads to a partner who can receive the lead. */
export type UsableClick = { target: Target; click: Stored; at: Date };

/** Difference between the clocks of a site and of the server that is ignored. */
export const CLOCK_SKEW_MS = 5 * 60 * 1000;

const DETAILS: Record<IgnoredClick['reason'], string> = {
  unknown: 'Такой ссылки и такого перехода нет.',
  other_program: 'Переход по ссылке другой программы.',
  expired: 'Переход раньше срока закрепления клиента.',
  later: 'Переход позже заявки.',
  stopped: 'Ссылка отключена, или партнер сейчас не участвует в программе.',
};

type Request = { organizationId: string; programId: string | null; occurredAt: Date };
type Named = { ref: string; clickId: string };

/** Finds the link of a click. The code decides, as on the referral page; without a known code, the click does. */
async function findTarget(db: Db, organizationId: string, { ref, clickId }: Named) {
  const repo = referralPageRepo(db);
  const click = z.uuid().safeParse(clickId).success
    ? await repo.clickById(organizationId, clickId)
    : undefined;
  const byCode = /^[a-z0-9-]{3,32}$/i.test(ref) ? await repo.find(ref) : undefined;
  const target =
    byCode?.organization_id === organizationId
      ? byCode
      : click && (await repo.findLink(organizationId, click.link_id));
  return { target, click: click?.link_id === target?.link_id ? click : undefined };
}

async function examine(
  db: Db,
  { organizationId, programId, occurredAt }: Request,
  named: Named,
): Promise<UsableClick | IgnoredClick['reason']> {
  const { target, click } = await findTarget(db, organizationId, named);
  if (target === undefined) return 'unknown';
  if (programId !== null && target.program_id !== programId) return 'other_program';
  // The clicks of one link are stored up to a limit. A click that was not stored counts as one within the window.
  const at = click?.at ?? occurredAt;
  if (at.getTime() < occurredAt.getTime() - target.attribution_window_days * DAY_MS) return 'expired';
  if (at.getTime() > occurredAt.getTime() + CLOCK_SKEW_MS) return 'later';
  return isCredited(target) ? { target, click, at } : 'stopped';
}

/** Returns the click that decides the partner of a conversion, by the setting of its program, and the clicks that cannot be used. */
export async function chooseClick(db: Db, request: Request, input: NewConversion) {
  const named = [
    { click: 'last', ref: input.ref ?? '', clickId: input.click_id ?? '' },
    { click: 'first', ref: input.first_ref ?? '', clickId: input.first_click_id ?? '' },
  ] as const;
  const usable: UsableClick[] = [];
  const ignored: IgnoredClick[] = [];
  for (const { click, ...one } of named.filter(({ ref, clickId }) => ref !== '' || clickId !== '')) {
    const result = await examine(db, { ...request, programId: request.programId ?? programOf(usable) }, one);
    if (typeof result === 'string') ignored.push({ click, reason: result, detail: DETAILS[result] });
    else usable.push(result);
  }
  const [last, first] = [usable[0], usable.at(-1)];
  return { chosen: last?.target.attribution === 'first' ? first : last, ignored };
}

const programOf = ([last]: readonly UsableClick[]) => last?.target.program_id ?? null;
