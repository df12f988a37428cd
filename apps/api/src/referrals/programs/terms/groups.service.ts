import { randomUUIDv7 } from 'node:crypto';
import {
  describeReward,
  type Group,
  type GroupAssignment,
  type GroupPatch,
  type NewGroup,
} from '@referral-dashboard/api-contract';
import { auditAll, createStaffAudit } from '../../../audit/index.ts';
import { checkVersion } from '../../../database/rules/transitions.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { defined, mapUniqueViolation } from '../../../platform/db/writes.ts';
import { conflict, invalid, noSuchObject } from '../../../platform/errors.ts';
import type { Staff } from '../../../platform/http/viewer.ts';
import { formatCount } from '../../../platform/russian-format.ts';
import { enrollmentsRepo } from '../enrollments.repo.ts';
import { checkReward, isSame, rewardOfRule } from '../program-draft.ts';
import { nameKey, programsRepo } from '../programs.repo.ts';
import { type GroupRow, groupsRepo } from './groups.repo.ts';
import { withRateMessages } from './rate-messages.ts';
import { termsRepo } from './terms.repo.ts';

/** Largest number of partners that one assignment moves. */
const MAX_PARTNERS = 1000;

const nameTaken = () => invalid({ name: ['Группа с таким названием уже есть.'] });
const countMismatch = () =>
  conflict('count_mismatch', 'Список успел измениться. Обновите страницу и выберите партнеров снова.');

/** Groups of partners in a program, each with its own reward. */
export function createGroupsService(db: Db, clock: Clock) {
  const addAuditEntry = createStaffAudit('program', clock);

  async function lockProgram(trx: Db, { organizationId }: Staff, id: string) {
    const program = await programsRepo(trx).findLocked(organizationId, id);
    if (program === undefined) throw noSuchObject();
    return program;
  }

  /** Returns a group after locking its program, so that leads and groups of the program do not change meanwhile. */
  async function lockGroup(trx: Db, staff: Staff, id: string): Promise<GroupRow> {
    const found = await groupsRepo(trx, staff.organizationId).find(id);
    if (found === undefined) throw noSuchObject();
    await lockProgram(trx, staff, found.program_id);
    const group = await groupsRepo(trx, staff.organizationId).find(id);
    if (group === undefined) throw noSuchObject();
    return group;
  }

  return {
    async list(staff: Staff, programId: string): Promise<{ results: Group[] }> {
      if ((await programsRepo(db).find(staff, programId, clock())) === undefined) throw noSuchObject();
      return { results: await groupsRepo(db, staff.organizationId).list(programId) };
    },

    create: (staff: Staff, programId: string, { name, reward, ...input }: NewGroup): Promise<Group> =>
      db.transaction().execute(async (trx) => {
        const program = await lockProgram(trx, staff, programId);
        const { reward_event: event = program.reward_event, hold_days = null, is_default = false } = input;
        checkReward(reward, event);
        const [id, at, { organizationId }] = [randomUUIDv7(), clock(), staff];
        const repo = groupsRepo(trx, organizationId);
        if (is_default) await repo.clearDefault(programId);
        const rule = await termsRepo(trx).addRule(
          { organizationId, programId, at },
          { reward, event, label: groupLabel(name), holdDays: hold_days },
          staff.userId,
        );
        await mapUniqueViolation('program_groups_name', nameTaken, () =>
          repo.insert({
            id,
            program_id: programId,
            name,
            name_key: nameKey(name),
            is_default,
            reward_rule_id: rule,
            created_at: at,
            updated_at: at,
          }),
        );
        const group = await repo.get(id);
        await addAuditEntry(trx, staff, 'group-create', programId, describeGroup(group));
        return group;
      }),

    update: (staff: Staff, id: string, { version, ...patch }: GroupPatch): Promise<Group> =>
      db.transaction().execute(async (trx) => {
        const row = await lockGroup(trx, staff, id);
        checkVersion(row, version);
        const { organizationId } = staff;
        const repo = groupsRepo(trx, organizationId);
        const before = await repo.get(id);
        const old = {
          name: before.name,
          reward: rewardOfRule(before.reward),
          reward_event: before.reward_event,
          hold_days: before.hold_days,
          is_default: before.is_default,
        };
        const next = { ...old, ...defined(patch) };
        const at = clock();
        const isSameRule =
          isSame(next.reward, old.reward) &&
          next.name === old.name &&
          next.reward_event === old.reward_event &&
          next.hold_days === old.hold_days;
        checkReward(next.reward, next.reward_event);
        const rule = isSameRule
          ? row.reward_rule_id
          : await termsRepo(trx).addRule(
              { organizationId, programId: row.program_id, at },
              {
                reward: next.reward,
                event: next.reward_event,
                label: groupLabel(next.name),
                holdDays: next.hold_days,
              },
              staff.userId,
            );
        if (next.is_default && !old.is_default) await repo.clearDefault(row.program_id);
        const change = { organizationId, programId: row.program_id, actorId: staff.userId, at };
        const members = isSameRule ? [] : await repo.members(id);
        await withRateMessages(trx, change, members, () =>
          mapUniqueViolation('program_groups_name', nameTaken, () =>
            repo.update(id, {
              name: next.name,
              name_key: nameKey(next.name),
              is_default: next.is_default,
              reward_rule_id: rule,
              updated_at: at,
            }),
          ),
        );
        const group = await repo.get(id);
        await addAuditEntry(trx, staff, 'group-update', row.program_id, {
          before: describeGroup(before),
          after: describeGroup(group),
        });
        return group;
      }),

    remove: (staff: Staff, id: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { program_id } = await lockGroup(trx, staff, id);
        const repo = groupsRepo(trx, staff.organizationId);
        const group = await repo.get(id);
        if (group.partners > 0)
          throw conflict(
            'in_use',
            `В группе ${formatCount(group.partners, ['партнер', 'партнера', 'партнеров'])}. Сначала переведите их в другую группу.`,
          );
        await repo.delete(id);
        await addAuditEntry(trx, staff, 'group-delete', program_id, describeGroup(group));
      }),

    /** Moves partners of a program to a group, or out of all groups. Leads that came earlier keep their terms. */
    assign: (staff: Staff, programId: string, { group, ...selection }: GroupAssignment) =>
      db.transaction().execute(async (trx) => {
        await lockProgram(trx, staff, programId);
        const { organizationId } = staff;
        const repo = groupsRepo(trx, organizationId);
        const target = group === null ? null : await repo.find(group);
        if (target === undefined || (target !== null && target.program_id !== programId))
          throw invalid({ group: ['Группа не найдена.'] });
        const ids = await findSelected(trx, organizationId, programId, selection);
        const change = { organizationId, programId, actorId: staff.userId, at: clock() };
        const { moved, found } = await withRateMessages(trx, change, ids, () =>
          repo.assign(programId, ids, group),
        );
        await auditAll(
          trx,
          moved.map(({ id, from }) => ({
            organizationId,
            actorId: staff.userId,
            requestId: staff.requestId,
            action: 'enrollment.group',
            kind: 'enrollment' as const,
            objectId: id,
            diff: { before: { group: from ?? '' }, after: { group: target?.name ?? '' } },
            at: clock(),
          })),
        );
        return { moved: moved.length, unchanged: found - moved.length };
      }),
  };
}

/** @throws ApiError 409 when the filter now matches another number of partners than the caller saw. */
async function findSelected(
  trx: Db,
  organizationId: string,
  programId: string,
  { ids, filter, expected_count }: Omit<GroupAssignment, 'group'>,
): Promise<string[]> {
  if (ids !== undefined) return [...new Set(ids)];
  if (filter === undefined) throw invalid({ ids: ['Выберите партнеров или укажите фильтр.'] });
  if (expected_count === undefined) throw invalid({ expected_count: ['Обязательное поле.'] });
  const found = await enrollmentsRepo(trx).ids(organizationId, programId, filter, MAX_PARTNERS + 1);
  if (found.length !== expected_count) throw countMismatch();
  return found;
}

const groupLabel = (name: string) => `Группа «${name}»`;

const describeGroup = ({ name, reward, reward_event, hold_days, is_default }: Group) => ({
  group: name,
  reward: describeReward(reward, reward_event),
  hold_days,
  is_default,
});
