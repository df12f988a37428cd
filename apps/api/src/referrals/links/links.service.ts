import {
  CODE_IS_TAKEN,
  type Link,
  type LinkPatch,
  type LinkQuery,
  type NewLink,
  type Program,
} from '@referral-dashboard/api-contract';
import { audit } from '../../audit/index.ts';
import { newIds } from '../../database/rules/numbers.ts';
import { isPayablePartner } from '../../money/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { defined } from '../../platform/db/writes.ts';
import { conflict, invalid, noSuchObject } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { newCode } from './codes.ts';
import { linksRepo } from './links.repo.ts';

/** An enrollment with its program and partner. */
export type EnrollmentRef = { organizationId: string; id: string; programId: string; partnerId: string };

export type LinksService = ReturnType<typeof createLinksService>;

const ATTEMPTS = 10;

/** Reads a program; throws 404 when the viewer may not see it. */
export type ReadProgram = (
  viewer: Viewer,
  programId: string,
) => Promise<Pick<Program, 'reward' | 'reward_event'>>;

export function createLinksService(db: Db, clock: Clock, readProgram: ReadProgram) {
  const get = async (trx: Db, viewer: Viewer, id: string) => {
    const link = await linksRepo(trx).find(viewer, id);
    if (link === undefined) throw noSuchObject();
    return link;
  };

  /** Reserves free codes for links. @returns the codes by link. */
  async function takeFreeCodes(trx: Db, organizationId: string, linkIds: readonly string[]) {
    const taken = new Map<string, string>();
    for (let attempt = 0; attempt < ATTEMPTS && taken.size < linkIds.length; attempt += 1) {
      const waiting = linkIds.filter((id) => !taken.has(id)).map((id) => ({ id, code: newCode() }));
      for (const [id, code] of await linksRepo(trx).takeCodes(organizationId, waiting)) taken.set(id, code);
    }
    if (taken.size < linkIds.length) throw new Error('no free link code was found');
    return taken;
  }

  /** Reserves the chosen code of a link. */
  async function takeCode(trx: Db, organizationId: string, id: string, code: string) {
    const taken = await linksRepo(trx).takeCodes(organizationId, [{ id, code }]);
    if (taken.size === 0) throw invalid({ code: [CODE_IS_TAKEN] });
    return taken;
  }

  /** Creates a link for each of the enrollments of an organization. @returns the id of the first one. */
  async function issue(
    trx: Db,
    organizationId: string,
    enrollments: readonly Omit<EnrollmentRef, 'organizationId'>[],
    { code, label }: { code?: string | undefined; label: string },
  ): Promise<string> {
    const ids = newIds(enrollments.length);
    const [first = ''] = ids;
    const codes =
      code === undefined
        ? await takeFreeCodes(trx, organizationId, ids)
        : await takeCode(trx, organizationId, first, code);
    await linksRepo(trx).insert(
      enrollments.map(({ id: enrollment_id, programId, partnerId }, at) => ({
        organization_id: organizationId,
        id: ids[at] ?? '',
        enrollment_id,
        program_id: programId,
        partner_id: partnerId,
        code: codes.get(ids[at] ?? '') ?? '',
        label,
        created_at: clock(),
      })),
    );
    return first;
  }

  return {
    async list(viewer: Viewer, partnerId: string, query: LinkQuery) {
      if ((await linksRepo(db).findCard(viewer, partnerId)) === undefined) throw noSuchObject();
      return linksRepo(db).page(viewer, 'l.partner_id', partnerId, query);
    },

    /** Links of a program. A partner sees only its own links. */
    async listOfProgram(viewer: Viewer, programId: string, query: LinkQuery) {
      await readProgram(viewer, programId);
      return linksRepo(db).page(viewer, 'l.program_id', programId, query);
    },

    create: (viewer: Viewer, partnerId: string, { program, ...input }: NewLink): Promise<Link> =>
      db.transaction().execute(async (trx) => {
        const card = await linksRepo(trx).findCard(viewer, partnerId);
        if (card === undefined) throw noSuchObject();
        const { organization_id: organizationId } = card;
        if (!isPayablePartner(card.status))
          throw conflict('blocked', 'Партнер не активен: новые ссылки ему недоступны.');
        const enrollment = await linksRepo(trx).findEnrollment(organizationId, partnerId, program);
        if (enrollment?.status !== 'active')
          throw invalid({ program: ['Партнер не участвует в этой программе.'] });
        const ref = { id: enrollment.id, programId: program, partnerId };
        const id = await issue(trx, organizationId, [ref], input);
        return get(trx, viewer, id);
      }),

    /** Changes a link. Only the organization can enable or disable a link; a partner can change its label. */
    update: (viewer: Viewer, id: string, patch: LinkPatch): Promise<Link> =>
      db.transaction().execute(async (trx) => {
        const link = await get(trx, viewer, id);
        const change = defined(patch);
        if (change.active !== undefined && viewer.role === 'partner') {
          throw invalid({ active: ['Включает и отключает ссылки организация.'] });
        }
        if (Object.keys(change).length === 0) return link;
        await linksRepo(trx).update(link.organization_id, id, change);
        await audit(trx, {
          organizationId: link.organization_id,
          actorId: viewer.userId,
          requestId: viewer.requestId,
          action: 'link.update',
          kind: 'link',
          objectId: id,
          diff: change,
          at: clock(),
        });
        return get(trx, viewer, id);
      }),

    get: (viewer: Viewer, id: string) => get(db, viewer, id),

    async withProgram(viewer: Viewer, id: string) {
      const link = await get(db, viewer, id);
      return { link, program: await readProgram(viewer, link.program.id) };
    },

    check: async (code: string) => ({ code, available: !(await linksRepo(db).isTaken(code)) }),

    /** Creates the first links of enrollments of an organization, unless they have one. */
    async issueFirst(trx: Db, enrollments: readonly EnrollmentRef[]): Promise<void> {
      const organizationId = enrollments[0]?.organizationId ?? '';
      const ids = enrollments.map(({ id }) => id);
      const linked = await linksRepo(trx).withLinks(organizationId, ids);
      const fresh = enrollments.filter(({ id }) => !linked.has(id));
      if (fresh.length > 0) await issue(trx, organizationId, fresh, { label: '' });
    },
  };
}
