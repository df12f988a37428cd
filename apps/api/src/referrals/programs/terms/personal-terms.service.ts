import { randomUUIDv7 } from 'node:crypto';
import {
  describeReward,
  type EnrollmentTerms,
  type NewPersonalTerms,
  type PartnerTerms,
  type PersonalTermsPatch,
} from '@referral-dashboard/api-contract';
import { createStaffAudit } from '../../../audit/index.ts';
import { checkVersion } from '../../../database/rules/transitions.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { invalid, noSuchObject } from '../../../platform/errors.ts';
import type { Staff } from '../../../platform/http/viewer.ts';
import { formatDay } from '../../../platform/russian-format.ts';
import { enrollmentsRepo } from '../enrollments.repo.ts';
import { checkReward, ruleOfReward } from '../program-draft.ts';
import { programsRepo } from '../programs.repo.ts';
import { groupsRepo } from './groups.repo.ts';
import { type Days, personalTermsRepo } from './personal-terms.repo.ts';
import { notifyOfPersonalRate } from './rate-messages.ts';
import { termsRepo } from './terms.repo.ts';

/** Terms of single partners in a program. */
export function createPersonalTermsService(db: Db, clock: Clock) {
  const addAuditEntry = createStaffAudit('enrollment', clock);

  const read = async (trx: Db, { organizationId }: Staff, enrollmentId: string): Promise<EnrollmentTerms> => {
    const terms = await personalTermsRepo(trx, organizationId).enrollmentTerms([enrollmentId], clock());
    const found = terms.get(enrollmentId);
    if (found === undefined) throw noSuchObject();
    return found;
  };

  return {
    get: (staff: Staff, enrollmentId: string) => read(db, staff, enrollmentId),

    /** Terms of a partner in each of its programs. */
    async ofPartner(staff: Staff, partnerId: string): Promise<PartnerTerms> {
      const enrollments = await enrollmentsRepo(db).ofPartner(staff.organizationId, partnerId);
      if (enrollments === undefined) throw noSuchObject();
      const ids = enrollments.map(({ id }) => id);
      const terms = await personalTermsRepo(db, staff.organizationId).enrollmentTerms(ids, clock());
      const results = enrollments.flatMap((enrollment) => {
        const found = terms.get(enrollment.id);
        return found === undefined ? [] : [{ enrollment, terms: found }];
      });
      return { results };
    },

    create: (staff: Staff, enrollmentId: string, input: NewPersonalTerms): Promise<EnrollmentTerms> =>
      db.transaction().execute(async (trx) => {
        const { organizationId } = staff;
        const found = await enrollmentsRepo(trx).find(organizationId, enrollmentId);
        if (found === undefined) throw noSuchObject();
        const program = await programsRepo(trx).findLocked(organizationId, found.program_id);
        const { reward, reason, starts_on, ends_on = null } = input;
        const event = input.reward_event ?? program?.reward_event ?? 'deal_won';
        checkReward(reward, event);
        const days = { starts_on, ends_on };
        await checkDays(trx, organizationId, { enrollmentId, days });
        const [id, at] = [randomUUIDv7(), clock()];
        const rule = await termsRepo(trx).addRule(
          { organizationId, programId: found.program_id, at },
          {
            reward,
            event,
            holdDays: await findHoldDays(trx, found),
            label: `Личная ставка с ${formatDate(starts_on)}`,
          },
          staff.userId,
        );
        await personalTermsRepo(trx, organizationId).insert({
          id,
          enrollment_id: enrollmentId,
          reward_rule_id: rule,
          ...days,
          reason,
          created_by: staff.userId,
          created_at: at,
          updated_at: at,
        });
        const text = describeReward(ruleOfReward(reward), event);
        const change = { organizationId, programId: found.program_id, actorId: staff.userId, at };
        await notifyOfPersonalRate(trx, change, { partnerId: found.partner_id, text }, days);
        await addAuditEntry(trx, staff, 'personal-terms', enrollmentId, {
          reward: text,
          ...days,
          comment: reason,
        });
        return read(trx, staff, enrollmentId);
      }),

    /** Changes the last day. */
    update: (staff: Staff, id: string, { version, ends_on }: PersonalTermsPatch): Promise<EnrollmentTerms> =>
      db.transaction().execute(async (trx) => {
        const { organizationId } = staff;
        const repo = personalTermsRepo(trx, organizationId);
        const found = await repo.find(id);
        if (found === undefined) throw noSuchObject();
        await programsRepo(trx).findLocked(organizationId, found.program_id);
        const before = await repo.find(id);
        if (before === undefined) throw noSuchObject();
        checkVersion(before, version);
        const { enrollment_id: enrollmentId, starts_on } = before;
        await checkDays(trx, organizationId, { enrollmentId, days: { starts_on, ends_on }, except: id });
        await repo.setLastDay(id, ends_on, clock());
        await addAuditEntry(trx, staff, 'personal-terms-end', enrollmentId, {
          before: { ends_on: before.ends_on },
          after: { ends_on },
        });
        return read(trx, staff, enrollmentId);
      }),
  };
}

type Grouped = { organization_id: string; group_id: string | null };

/** Hold days of the group of an enrollment: personal terms change the reward only. Null: the days of the program. */
async function findHoldDays(trx: Db, { organization_id, group_id }: Grouped) {
  if (group_id === null) return null;
  return (await groupsRepo(trx, organization_id).get(group_id)).hold_days;
}

type Checked = { enrollmentId: string; days: Days; except?: string };

/** @throws ApiError 400 when the last day precedes the first, or the days overlap other personal terms. */
async function checkDays(trx: Db, organizationId: string, { enrollmentId, days, except }: Checked) {
  const { starts_on, ends_on } = days;
  if (ends_on !== null && ends_on < starts_on)
    throw invalid({ ends_on: ['Последний день не раньше первого.'] });
  const other = await personalTermsRepo(trx, organizationId).findOverlap(enrollmentId, days, except ?? null);
  if (other === undefined) return;
  const period = `с ${formatDate(other.starts_on)}${other.ends_on === null ? '' : ` по ${formatDate(other.ends_on)}`}`;
  const field = except === undefined ? 'starts_on' : 'ends_on';
  throw invalid({ [field]: [`На эти дни уже есть личная ставка: ${period}.`] });
}

const formatDate = (day: string) => formatDay(new Date(day), 'UTC');
