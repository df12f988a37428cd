import { randomUUID } from 'node:crypto';
import type { ActContent, Payment } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { api, approve, ok, type World } from './world.ts';

const CONTENT: ActContent = {
  title: 'Акт об оказании услуг',
  contract: { kind: 'services', number: '', date: null },
  customer: { role: 'Заказчик', name: 'ООО «Уют»', requisites: ['ИНН 7707083893'] },
  contractor: { role: 'Исполнитель', name: 'Петров Олег', requisites: [] },
  lines: [{ payment: 'В-1', paid_on: '2026-01-20', number: 'Н-1', text: 'За встречу', amount_kop: 100 }],
  vat: 'Без НДС',
  closing: 'Услуги оказаны полностью и в срок.',
};

/** Inserts an act of a partner without creating it through the API. @returns its id. */
export async function insertAct({ server: { db } }: World, partner: string, month = '2026-01') {
  const id = randomUUID();
  await sql`
    insert into acts (organization_id, id, number, partner_id, month, status, title, amount_kop, content,
      created_at, updated_at)
    select organization_id, ${id}, (select count(*) + 1000 from acts), id, ${month}, 'issued', ${CONTENT.title}, 100,
      ${JSON.stringify(CONTENT)}::jsonb, created_at, created_at
    from partners where id = ${partner}`.execute(db);
  return id;
}

/** Pays the available amount of a partner and inserts an act of the current month to which the partner objects. @returns its id. */
export async function createObjectedAct(world: World, partner: string) {
  const { server, boss } = world;
  const { id: payment } = ok<Payment>(await boss.post(`${api}/payments/`, { partner }));
  ok(await approve(boss, `${api}/payments/${payment}/`));
  const paid_on = server.now().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' });
  ok(await boss.post(`${api}/payments/${payment}/mark-paid/`, { paid_on, external_ref: 'ПП 7' }));
  const act = await insertAct(world, partner, paid_on.slice(0, 7));
  const objected = { status: 'objected', objection: 'Нет', answered_at: server.now() } as const;
  await server.db.updateTable('acts').set(objected).where('id', '=', act).execute();
  return act;
}
