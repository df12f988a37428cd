import { randomUUID } from 'node:crypto';
import type { ActContent } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { World } from './world.ts';

const CONTENT: ActContent = {
  title: 'Акт об оказании услуг',
  contract: { kind: 'services', number: '', date: null },
  customer: { role: 'Заказчик', name: 'ООО «Уют»', requisites: ['ИНН 7707083893'] },
  contractor: { role: 'Исполнитель', name: 'Петров Олег', requisites: [] },
  lines: [{ payment: 'В-1', paid_on: '2026-01-20', number: 'Н-1', text: 'За встречу', amount_kop: 100 }],
  vat: 'Без НДС',
  closing: 'Услуги оказаны полностью и в срок.',
};

/** An act of a partner's card that nobody has formed. @returns its id. */
export async function enterAct({ server: { db } }: World, partner: string, month = '2026-01') {
  const id = randomUUID();
  await sql`
    insert into acts (organization_id, id, number, partner_id, month, status, title, amount_kop, content,
      created_at, updated_at)
    select organization_id, ${id}, (select count(*) + 1000 from acts), id, ${month}, 'issued', ${CONTENT.title}, 100,
      ${JSON.stringify(CONTENT)}::jsonb, created_at, created_at
    from partners where id = ${partner}`.execute(db);
  return id;
}
