import { randomUUID } from 'node:crypto';
import type { TestServer } from '@referral-dashboard/api/testing';

/** An import of clients that can be undone. Added once. */
export async function addImport({ db }: TestServer) {
  const name = 'Клиенты.csv';
  const known = await db.selectFrom('imports').select('id').where('name', '=', name).executeTakeFirst();
  if (known !== undefined) return;
  const { organization_id, id: client } = await db
    .selectFrom('clients')
    .select(['organization_id', 'id'])
    .executeTakeFirstOrThrow();
  const { id: owner } = await db
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('position', '=', 'owner')
    .executeTakeFirstOrThrow();
  const id = randomUUID();
  await db
    .insertInto('imports')
    .values({
      ...{ organization_id, id, name, kind: 'clients', state: 'done', position: 'owner', created_by: owner },
      sha256: '0'.repeat(64),
      titles: JSON.stringify(['Имя']),
      settings: JSON.stringify({ mapping: { name: 0 } }),
      counts: JSON.stringify({ waiting: 0, created: 1, changed: 0, skipped: 0, refused: 0, undone: 0 }),
      created_at: new Date(),
    })
    .execute();
  await db
    .insertInto('import_rows')
    .values({
      ...{ organization_id, import_id: id, number: 1, state: 'created', object_id: client, key: null },
      cells: JSON.stringify(['Иванова Мария']),
      reasons: JSON.stringify([]),
    })
    .execute();
}
