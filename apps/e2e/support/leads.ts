import { randomUUID } from 'node:crypto';
import type { TestServer } from '@referral-dashboard/api/testing';
import { organizationApi } from './api.ts';

type CreatedLead = { id: string; number: string };

/** Creates leads of a new program, named «Клиент 1», «Клиент 2» and so on, in this order. */
export async function createLeads(server: TestServer, count: number) {
  await server.db
    .updateTable('organizations')
    .set({ privacy_policy_url: 'https://example.ru/privacy' })
    .execute();
  const post = await organizationApi(server);
  const program = await post<CreatedLead>('programs/', {
    name: `Окна для дома ${randomUUID().slice(0, 8)}`,
    reward: { kind: 'fixed', fixed_kop: 50_000 },
    landing: { title: 'Окна со скидкой' },
    consent_text: 'Согласен на обработку персональных данных.',
  });
  await post(`programs/${program.id}/activate/`, {});
  const create = (number: number) =>
    post<CreatedLead>('leads/', {
      program: program.id,
      name: `Клиент ${number}`,
      phone: `+7916${String(1_000_000 + number)}`,
    });
  const leads: CreatedLead[] = [];
  for (let number = 1; number <= count; number += 1) leads.push(await create(number));
  return { leads, create, post };
}

/** Copies the latest lead `count` times with new names, numbers and phones. Each copy is a minute older than the previous one. */
export async function copyLatestLead({ db }: TestServer, count: number) {
  const latest = await db
    .selectFrom('leads')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const copies = Array.from({ length: count }, (_, index) => {
    const number = latest.number + index + 1;
    const phone = `+7926${String(1_000_000 + number)}`;
    const created_at = new Date(latest.created_at.getTime() - (index + 1) * 60_000);
    const name = `Клиент ${number}`;
    return { ...latest, id: randomUUID(), number, name, phone, search_text: name.toLowerCase(), created_at };
  });
  // A statement is limited to 32,767 parameters.
  for (let from = 0; from < count; from += 500)
    await db
      .insertInto('leads')
      .values(copies.slice(from, from + 500))
      .execute();
}
