import { randomUUIDv7 } from 'node:crypto';
import {
  computeCommission,
  type NewProgram,
  type ProgramPatch,
  type ProgramQuery,
  type ProgramStatus,
  type ProgramTerms,
  type RewardCase,
  stateMachines,
} from '@referral-dashboard/api-contract';
import { buildDiff, createStaffAudit } from '../../audit/index.ts';
import { toStatusCounts } from '../../database/figures/counts.ts';
import { checkTransition, checkVersion } from '../../database/rules/transitions.ts';
import { readProgress } from '../../money/index.ts';
import { type Clock, dayIn } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { defined, mapUniqueViolation } from '../../platform/db/writes.ts';
import { conflict, invalid, noSuchObject } from '../../platform/errors.ts';
import type { Staff, Viewer } from '../../platform/http/viewer.ts';
import { withActivity } from '../row-activity.ts';
import { buildDraftTerms, findTermProblems, isSame, missingTerms, withoutLinks } from './program-draft.ts';
import { nameKey, type ProgramRow, programsRepo, toColumns } from './programs.repo.ts';
import { programView, toTerms } from './programs.view.ts';
import { optionalRuleView } from './terms/rule-view.ts';
import { termsRepo } from './terms/terms.repo.ts';

export type ProgramsService = ReturnType<typeof createProgramsService>;

const TRANSITIONS = {
  activate: { to: 'active' },
  pause: { to: 'paused', allowedFrom: ['active'] },
  archive: { to: 'archived' },
  restore: { to: 'paused', allowedFrom: ['archived'] },
} as const satisfies Record<string, { to: ProgramStatus; allowedFrom?: readonly ProgramStatus[] }>;

/** Terms whose values are in the audit diff. The diff only names other changed terms. */
const AUDITED_FIELDS = [
  ...['name', 'reward_event', 'hold_days', 'budget_kop', 'join_policy', 'starts_at', 'ends_at'],
  ...['attribution_window_days', 'duplicate_window_days', 'ad_label', 'ad_erid'],
  ...['landing_mode', 'landing_url', 'attribution'],
];

const nameTaken = () => invalid({ name: ['Программа с таким названием уже есть.'] });

const refuse = (problems: Record<string, string[]>) => {
  if (Object.keys(problems).length > 0) throw invalid(problems);
};

export function createProgramsService(db: Db, clock: Clock) {
  const readProgram = async (trx: Db, viewer: Viewer, id: string): Promise<ProgramRow> => {
    const row = await programsRepo(trx).find(viewer, id, clock());
    if (row === undefined) throw noSuchObject();
    return row;
  };
  const lockProgram = async (trx: Db, { organizationId }: Staff, id: string) => {
    const row = await programsRepo(trx).findLocked(organizationId, id);
    if (row === undefined) throw noSuchObject();
    return row;
  };
  const addAuditEntry = createStaffAudit('program', clock);

  /** Progress of a partner that takes part in a program. */
  function progressOf(row: ProgramRow) {
    const { organization_id: organizationId, id: programId, partner_id: partnerId, time_zone } = row;
    const rule = optionalRuleView(row);
    if (partnerId === null || rule === null || row.enrollment_status !== 'active') return null;
    return readProgress(db, rule, {
      organizationId,
      partnerId,
      programId,
      counted_on: dayIn(clock(), time_zone),
    });
  }

  async function insertProgram(trx: Db, staff: Staff, terms: ProgramTerms): Promise<ProgramRow> {
    refuse(findTermProblems(terms));
    const { reward, consent_text, landing, ...rest } = terms;
    const [id, at, { organizationId }] = [randomUUIDv7(), clock(), staff];
    const row = {
      ...toColumns(rest),
      organization_id: organizationId,
      id,
      status: stateMachines.program.initial,
      landing: JSON.stringify(landing),
      reward_rule_id: null,
      consent_text_id: null,
      created_at: at,
      updated_at: at,
    };
    await mapUniqueViolation('programs_live_name', nameTaken, () => programsRepo(trx).insert(row));
    const of = { organizationId, programId: id, at };
    const rule =
      reward && (await termsRepo(trx).addRule(of, { reward, event: terms.reward_event }, staff.userId));
    const consent = await termsRepo(trx).addConsent(of, consent_text);
    await trx
      .updateTable('programs')
      .set({ reward_rule_id: rule, consent_text_id: consent })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
    await addAuditEntry(trx, staff, 'create', id, { name: terms.name });
    return readProgram(trx, staff, id);
  }

  return {
    async list(viewer: Viewer, query: ProgramQuery) {
      const now = clock();
      const page = await programsRepo(db).page(viewer, query, query, now);
      const programs = page.results.map((row) => programView(row, now));
      return {
        ...page,
        results:
          viewer.role === 'organization'
            ? await withActivity(db, viewer.organizationId, 'program', programs, now)
            : programs,
      };
    },

    counts: async (viewer: Viewer, filters: { search?: string | undefined }) =>
      toStatusCounts(stateMachines.program, await programsRepo(db).counts(viewer, filters, clock())),

    async get(viewer: Viewer, id: string) {
      const row = await readProgram(db, viewer, id);
      return { ...programView(row, clock()), progress: await progressOf(row) };
    },

    create: (staff: Staff, input: NewProgram) =>
      db.transaction().execute(async (trx) => {
        const { default_hold_days } = await trx
          .selectFrom('organizations')
          .select('default_hold_days')
          .where('id', '=', staff.organizationId)
          .executeTakeFirstOrThrow();
        return programView(
          await insertProgram(trx, staff, buildDraftTerms(input, { hold_days: default_hold_days })),
          clock(),
        );
      }),

    update: (staff: Staff, id: string, { version, ...patch }: ProgramPatch) =>
      db.transaction().execute(async (trx) => {
        checkVersion(await lockProgram(trx, staff, id), version);
        const before = await readProgram(trx, staff, id);
        const old = toTerms(before);
        const input = defined(patch);
        const terms: ProgramTerms = {
          ...old,
          ...input,
          landing: { ...old.landing, ...defined(patch.landing ?? {}) },
        };
        refuse(findTermProblems(terms));
        if (before.status !== 'draft') refuse(missingTerms(terms, before.privacy_policy_url));

        const at = clock();
        const of = { organizationId: staff.organizationId, programId: id, at };
        const { reward, consent_text, landing, ...rest } = terms;
        const isSameReward = isSame(reward, old.reward) && terms.reward_event === old.reward_event;
        const reward_rule_id = isSameReward
          ? before.reward_rule_id
          : reward && (await termsRepo(trx).addRule(of, { reward, event: terms.reward_event }, staff.userId));
        const consent_text_id =
          consent_text === old.consent_text
            ? before.consent_text_id
            : await termsRepo(trx).addConsent(of, consent_text);
        const change = {
          ...toColumns(rest),
          landing: JSON.stringify(landing),
          reward_rule_id,
          consent_text_id,
          updated_at: at,
        };
        await mapUniqueViolation('programs_live_name', nameTaken, () =>
          programsRepo(trx).update(staff.organizationId, id, change),
        );
        await addAuditEntry(trx, staff, 'update', id, buildDiff(old, input, AUDITED_FIELDS));
        return programView(await readProgram(trx, staff, id), at);
      }),

    transition: (staff: Staff, id: string, action: keyof typeof TRANSITIONS, version: number | undefined) =>
      db.transaction().execute(async (trx) => {
        const program = await lockProgram(trx, staff, id);
        checkVersion(program, version);
        const { to, allowedFrom }: { to: ProgramStatus; allowedFrom?: readonly ProgramStatus[] } =
          TRANSITIONS[action];
        checkTransition(stateMachines.program, program.status, to, allowedFrom);
        const row = await readProgram(trx, staff, id);
        if (to === 'active') refuse(missingTerms(toTerms(row), row.privacy_policy_url));
        const change = { status: to, updated_at: clock() };
        await mapUniqueViolation('programs_live_name', nameTaken, () =>
          programsRepo(trx).update(staff.organizationId, id, change),
        );
        await addAuditEntry(trx, staff, action, id, { from: program.status, to });
        return programView(await readProgram(trx, staff, id), clock());
      }),

    duplicate: (staff: Staff, id: string, version: number | undefined) =>
      db.transaction().execute(async (trx) => {
        checkVersion(await lockProgram(trx, staff, id), version);
        const terms = toTerms(await readProgram(trx, staff, id));
        const name = await freeName(trx, staff.organizationId, terms.name);
        return programView(
          await insertProgram(trx, staff, {
            ...terms,
            reward: withoutLinks(terms.reward),
            name,
            starts_at: null,
            ends_at: null,
          }),
          clock(),
        );
      }),

    remove: (staff: Staff, id: string) =>
      db.transaction().execute(async (trx) => {
        const program = await lockProgram(trx, staff, id);
        if (program.status !== 'draft' || (await programsRepo(trx).isUsed(staff.organizationId, id))) {
          throw conflict(
            'in_use',
            'Удалить можно только черновик, в котором нет партнеров. Отправьте программу в архив.',
          );
        }
        await programsRepo(trx).delete(staff.organizationId, id);
        await addAuditEntry(trx, staff, 'delete', id, { name: program.name });
      }),

    /** Reward of a lead under the rule in force, in kopecks; 0 without a rule. */
    async preview(viewer: Viewer, id: string, input: RewardCase) {
      const rule = optionalRuleView(await readProgram(db, viewer, id));
      return { reward_kop: rule === null ? 0 : computeCommission(rule, input) };
    },
  };
}

async function freeName(trx: Db, organizationId: string, name: string): Promise<string> {
  const base = `Копия: ${name}`.slice(0, 110).trim();
  const usedNames = await programsRepo(trx).namesLike(organizationId, base);
  for (let round = 1; ; round += 1) {
    const candidate = round === 1 ? base : `${base} ${round}`;
    if (!usedNames.includes(nameKey(candidate))) return candidate;
  }
}
