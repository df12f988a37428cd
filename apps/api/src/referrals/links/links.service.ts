import { randomUUIDv7 } from 'node:crypto';
import {
  CODE_IS_TAKEN,
  type Link,
  type LinkPatch,
  type LinkQuery,
  type NewLink,
  type Program,
} from '@referral-dashboard/api-contract';
import { audit } from '../../audit/index.ts';
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

  async function takeFreeCode(trx: Db, organizationId: string, linkId: string): Promise<string> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const code = newCode();
      if (await linksRepo(trx).takeCode(code, organizationId, linkId)) return code;
    }
    throw new Error('no free link code was found');
  }

  async function issue(
    trx: Db,
    enrollment: EnrollmentRef,
    input: { code?: string | undefined; label: string },
  ) {
    const id = randomUUIDv7();
    const { organizationId } = enrollment;
    if (input.code !== undefined && !(await linksRepo(trx).takeCode(input.code, organizationId, id))) {
      throw invalid({ code: [CODE_IS_TAKEN] });
    }
    const code = input.code ?? (await takeFreeCode(trx, organizationId, id));
    await linksRepo(trx).insert({
      organization_id: organizationId,
      id,
      enrollment_id: enrollment.id,
      program_id: enrollment.programId,
      partner_id: enrollment.partnerId,
      code,
      label: input.label,
      created_at: clock(),
    });
    return id;
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
        const id = await issue(
          trx,
          { organizationId, id: enrollment.id, programId: program, partnerId },
          input,
        );
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

    /** Creates the first link of an enrollment, unless it has one. */
    async issueFirst(trx: Db, enrollment: EnrollmentRef): Promise<void> {
      if (await linksRepo(trx).hasLink(enrollment.organizationId, enrollment.id)) return;
      await issue(trx, enrollment, { label: '' });
    },
  };
}
