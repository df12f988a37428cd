import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { actionTitle } from './journal/actions.ts';

/** Number of entries in one transaction. A transaction lasts a fraction of a second. */
const SEAL_BATCH = 200;
const CHECK_BATCH = 2000;

/** Adds the waiting entries of the journal to the chains of their organizations. Only one process at a time does this. */
export async function sealJournal(db: Db, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await sql<{ sealed: number }>`select seal_journal(${SEAL_BATCH}::int) as sealed`.execute(
      db,
    );
    if ((rows[0]?.sealed ?? 0) < SEAL_BATCH) return;
  }
}

const PROBLEMS = {
  gap: 'перед ней в цепочке нет записи',
  missing: 'запись удалена',
  changed: 'запись или порядок записей изменены',
  values: 'личные данные изменены или удалены без отметки об удалении',
  unsealed: 'запись не входит в цепочку',
} as const;

/** An entry that is not what the chain contains. Time and action are null for a missing entry. */
type Break = { entry_id: string; at: Date | null; action: string | null; problem: keyof typeof PROBLEMS };
type Step = Break & { sequence: number; hash: string; problem: keyof typeof PROBLEMS | null };

/**
 * Checks the chain of every organization. A chain does not contain the entries of the last seconds, which the job still has to add.
 *
 * @param kept hash that an earlier check printed. The chain of an organization must still contain it.
 * @returns the number of entries and the last hash of each organization, in Russian.
 * @throws Error that names the first broken entry of each organization, in Russian.
 */
export async function checkJournal(db: Db, kept?: string): Promise<string> {
  const organizations = await db
    .selectFrom('organizations')
    .select(['id', 'name'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const lines: string[] = [];
  const problems: string[] = [];
  for (const { id, name } of organizations) {
    const { count, hash, broken } = await checkChain(db, id);
    const entry = broken ?? (await findUnsealed(db, id));
    if (entry === undefined) lines.push(`${name}: записей ${count}, отпечаток ${hash || 'пока нет'}`);
    else problems.push(`${name}: журнал нарушен. ${describeBreak(entry)}`);
  }
  if (kept !== undefined && !(await isInChain(db, kept)))
    problems.push(`Отпечатка ${kept} в журнале нет: записи удалены или изменены.`);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return `Журнал цел.\n${lines.map((line) => `${line}\n`).join('')}`;
}

function describeBreak({ entry_id, at, action, problem }: Break): string {
  const title = action === null ? '' : ` «${actionTitle(action)}»`;
  const time = at === null ? '' : `, ${at.toISOString()}`;
  return `Первая нарушенная запись:${title} ${entry_id}${time}: ${PROBLEMS[problem]}.`;
}

/** Checks the chain of an organization in batches. Each batch starts with the last entry of the previous one. */
async function checkChain(db: Db, organizationId: string) {
  let from = 0;
  let hash = '';
  for (;;) {
    const steps = await readSteps(db, organizationId, from);
    const broken = steps.find((step): step is Step & Break => step.problem !== null);
    const last = steps.at(-1);
    if (broken !== undefined) return { count: from, hash, broken };
    if (last !== undefined) ({ sequence: from, hash } = last);
    if (steps.length < CHECK_BATCH) return { count: from, hash, broken };
  }
}

async function readSteps(db: Db, organizationId: string, from: number): Promise<Step[]> {
  const { rows } = await sql<Step>`
    with links as (
      select seal.sequence, seal.entry_id, seal.digests, seal.hash, lag(seal.hash) over chain as previous_hash,
        coalesce(lag(seal.sequence) over chain, 0) as previous_sequence
      from journal_seals seal
      where seal.organization_id = ${organizationId} and seal.sequence >= ${from}
      window chain as (order by seal.sequence)
      order by seal.sequence
      limit ${CHECK_BATCH + 1}
    )
    select link.sequence, link.entry_id, encode(link.hash, 'hex') as hash, entry.at, entry.action,
      case
        when link.sequence <> link.previous_sequence + 1 then 'gap'
        when entry.id is null then 'missing'
        when link.hash <> journal_hash(link.previous_hash, entry.facts, link.digests) then 'changed'
        when exists (
          select from jsonb_each_text(link.digests) digest
          full join (
            select stored.field, stored.salt, stored.before_value, stored.after_value, stored.subject_id from journal_values stored
            where stored.organization_id = ${organizationId} and stored.entry_id = link.entry_id
          ) kept on kept.field = digest.key
          where kept.field is null
            or (kept.salt is not null and journal_digest(kept.salt, kept.before_value, kept.after_value) is distinct from digest.value)
            or (kept.salt is null and not exists (
              select from audit_entries erasure
              where erasure.organization_id = ${organizationId} and erasure.object_id = kept.subject_id
                and erasure.action like '%.erase'))
        ) then 'values'
      end as problem
    from links link
    left join lateral (
      select written.* from journal_entries written
      where written.organization_id = ${organizationId} and written.id = link.entry_id
      limit 1
    ) entry on true
    where link.sequence > ${from}
    order by link.sequence`.execute(db);
  return rows;
}

/** Returns the first entry that is neither in the chain nor waits for it. */
async function findUnsealed(db: Db, organizationId: string): Promise<Break | undefined> {
  const { rows } = await sql<Break>`
    select entry.id as entry_id, entry.at, entry.action, 'unsealed' as problem
    from journal_entries entry
    where entry.organization_id = ${organizationId}
      and not exists (
        select from journal_seals seal where seal.organization_id = entry.organization_id and seal.entry_id = entry.id)
      and not exists (
        select from journal_queue waiting
        where waiting.organization_id = entry.organization_id and waiting.at = entry.at and waiting.entry_id = entry.id)
    order by entry.at, entry.id
    limit 1`.execute(db);
  return rows[0];
}

async function isInChain(db: Db, hash: string): Promise<boolean> {
  const { rows } = await sql`select from journal_seals where encode(hash, 'hex') = ${hash} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
