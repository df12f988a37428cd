import type { World } from './world.ts';

/** Code in the latest message to a phone. */
export async function codeTo({ server: { db } }: World, phone: string): Promise<string> {
  const rows = await db
    .selectFrom('deliveries as d')
    .innerJoin('messages as m', 'm.id', 'd.message_id')
    .select('m.body')
    .where('d.address', '=', phone)
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .execute();
  const code = rows.map(({ body }) => /\d{6}/.exec(body)?.[0]).find((found) => found !== undefined);
  if (code === undefined) throw new Error(`nothing with a code was sent to ${phone}`);
  return code;
}
