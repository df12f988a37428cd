import type { NewLead } from '@referral-dashboard/api-contract';
import { isPayablePartner } from '../../money/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { type IncomingLead, writtenFields } from './leads.ts';

const noProgram = () => invalid({ program: ['Программа не найдена.'] });

/**
 * Converts a manually entered lead into an incoming lead.
 *
 * @throws ApiError 400 for a program or a partner that the viewer cannot access, and for a partner who does not take part in the program.
 */
export async function leadFromEntry(trx: Db, viewer: Viewer, input: NewLead): Promise<IncomingLead> {
  const enrollment = viewer.role === 'partner' ? await ownEnrollment(trx, viewer.userId, input) : undefined;
  const organizationId = viewer.role === 'partner' ? enrollment?.organization_id : viewer.organizationId;
  if (organizationId === undefined) throw noProgram();
  const partnerId = viewer.role === 'partner' ? (enrollment?.partner_id ?? null) : (input.partner ?? null);
  if (viewer.role === 'organization') await checkTogether(trx, organizationId, input.program, partnerId);
  return toIncoming(viewer, { organizationId, partnerId }, input);
}

/** Converts a manually entered lead, whose program and partner are checked, into an incoming lead. */
export const toIncoming = (
  viewer: Viewer,
  of: Pick<IncomingLead, 'organizationId' | 'partnerId'>,
  input: NewLead,
): IncomingLead => ({
  ...of,
  phone: input.phone,
  ...writtenFields(input),
  programId: input.program,
  linkId: null,
  clickId: null,
  source: viewer.role,
  unverified: false,
  consent: null,
  actorId: viewer.userId,
  requestId: viewer.requestId,
});

/** Returns the enrollment of the partner in the program. The partner must take part in it and must not be blocked. */
async function ownEnrollment(trx: Db, userId: string, { program }: NewLead) {
  const enrollment = await trx
    .selectFrom('enrollments as e')
    .innerJoin('partners as card', (join) =>
      join.onRef('card.organization_id', '=', 'e.organization_id').onRef('card.id', '=', 'e.partner_id'),
    )
    .select(['e.organization_id', 'e.partner_id', 'e.status', 'card.status as card_status'])
    .where('card.user_id', '=', userId)
    .where('e.program_id', '=', program)
    .executeTakeFirst();
  if (enrollment === undefined) throw noProgram();
  if (enrollment.status !== 'active' || enrollment.card_status !== 'active') {
    throw invalid({ program: ['Вы сейчас не участвуете в этой программе.'] });
  }
  return enrollment;
}

/** @throws ApiError 400 for a program of another organization, and for a partner who does not take part in it. */
export async function checkTogether(
  trx: Db,
  organizationId: string,
  programId: string,
  partnerId: string | null,
) {
  const program = await trx
    .selectFrom('programs')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', programId)
    .executeTakeFirst();
  if (program === undefined) throw noProgram();
  if (partnerId === null) return;
  const enrollment = await trx
    .selectFrom('enrollments')
    .select('status')
    .where('organization_id', '=', organizationId)
    .where('program_id', '=', programId)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst();
  if (enrollment?.status !== 'active') throw invalid({ partner: ['Партнер не участвует в этой программе.'] });
}

/** @throws ApiError 400 when the partner cannot receive leads. */
export async function checkStanding(trx: Db, organizationId: string, partnerId: string) {
  const card = await trx
    .selectFrom('partners')
    .select('status')
    .where('organization_id', '=', organizationId)
    .where('id', '=', partnerId)
    .executeTakeFirstOrThrow();
  if (!isPayablePartner(card.status)) throw invalid({ partner: ['Партнер не активен.'] });
}
