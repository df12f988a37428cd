import type { World } from './world.ts';

/** Returns the code of the latest message to a phone or e-mail. */
export async function codeTo({ server: { db } }: World, phone: string): Promise<string> {
  const rows = await db
    .selectFrom('deliveries as d')
    .innerJoin('messages as m', 'm.id', 'd.message_id')
    .select('m.body')
    .where('d.address', '=', phone)
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .execute();
  const code = rows
    .map(({ body }) => /: (\d{6})\. Действует/.exec(body)?.[1])
    .find((match) => match !== undefined);
  if (code === undefined) throw new Error(`no message with a code was sent to ${phone}`);
  return code;
}
