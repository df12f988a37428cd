import type { Insertable } from 'kysely';
import type { AuditEntriesTable } from '../database/tables/journal.ts';
import { HOUR_MS } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { createRandom } from './random.ts';

const SEED = 20_260_823;
const BATCH = 500;

type Entry = Pick<
  Insertable<AuditEntriesTable>,
  'actor_id' | 'action' | 'object_kind' | 'object_id' | 'at'
> & {
  diff: Record<string, unknown>;
};

/** Inserts the journal about the creation of programs and partners, which are inserted as rows. The services write all later entries. */
export async function insertJournal(trx: Db, organizationId: string, staffId: string | null) {
  const random = createRandom(SEED);
  const entries = [
    ...(await buildProgramEntries(trx, organizationId, staffId)),
    ...(await buildPartnerEntries(trx, organizationId, staffId)),
  ];
  for (let from = 0; from < entries.length; from += BATCH)
    await trx
      .insertInto('audit_entries')
      .values(
        entries.slice(from, from + BATCH).map(({ diff, ...entry }) => {
          const id = random.id(new Date(entry.at));
          return {
            ...entry,
            organization_id: organizationId,
            id,
            diff: JSON.stringify(diff),
            request_id: id,
          };
        }),
      )
      .execute();
}

async function buildProgramEntries(
  trx: Db,
  organizationId: string,
  staffId: string | null,
): Promise<Entry[]> {
  const programs = await trx
    .selectFrom('programs')
    .select(['id', 'name', 'created_at'])
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return programs.flatMap(({ id, name, created_at }) => {
    const about = { actor_id: staffId, object_kind: 'program', object_id: id };
    const activated = new Date(created_at.getTime() + HOUR_MS);
    return [
      { ...about, action: 'program.create', at: created_at, diff: { name } },
      { ...about, action: 'program.activate', at: activated, diff: { from: 'draft', to: 'active' } },
    ];
  });
}

async function buildPartnerEntries(
  trx: Db,
  organizationId: string,
  staffId: string | null,
): Promise<Entry[]> {
  const partners = await trx
    .selectFrom('partners')
    .select(['id', 'created_at'])
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return partners.map(({ id, created_at }) => ({
    actor_id: staffId,
    object_kind: 'partner',
    object_id: id,
    action: 'partner.create',
    at: created_at,
    diff: { status: 'invited' },
  }));
}
