import { randomUUIDv7 } from 'node:crypto';
import type { Db } from '../platform/db/db.ts';
import { formatRubles } from '../platform/russian-format.ts';

type People = { staffId: string | null; partnerUserId: string };

const LEADS = 6;
/** Number of newest messages to staff that are unread. */
const UNREAD_LEADS = 3;
const PAYMENTS = 2;

/** Inserts notifications of the demo users: the latest leads, and the latest payments of the partner. */
export async function enterMessages(trx: Db, organizationId: string, { staffId, partnerUserId }: People) {
  const leads = await trx
    .selectFrom('leads as l')
    .innerJoin('programs as p', 'p.id', 'l.program_id')
    .select(['l.id', 'l.number', 'l.created_at', 'p.name as program'])
    .where('l.organization_id', '=', organizationId)
    .orderBy('l.created_at', 'desc')
    .limit(LEADS)
    .execute();
  const payments = await trx
    .selectFrom('payments as y')
    .innerJoin('partners as c', 'c.id', 'y.partner_id')
    .select(['y.id', 'y.number', 'y.amount_kop', 'y.paid_at'])
    .where('c.user_id', '=', partnerUserId)
    .where('y.status', '=', 'paid')
    .where('y.paid_at', 'is not', null)
    .orderBy('y.paid_at', 'desc')
    .limit(PAYMENTS)
    .execute();
  const toStaff = leads.map(({ id, number, created_at, program }, index) => ({
    user_id: staffId,
    event: 'lead_came' as const,
    title: `Новый лид Л-${number}`,
    body: `Пришел лид Л-${number} по программе «${program}».`,
    path: `/leads?id=${id}`,
    created_at,
    isRead: index >= UNREAD_LEADS,
  }));
  const toPartner = payments.map(({ id, number, amount_kop, paid_at }, index) => ({
    user_id: partnerUserId,
    event: 'payment_paid' as const,
    title: `Выплата В-${number}: выполнена`,
    body: `Выплата В-${number} на ${formatRubles(amount_kop)} выполнена.`,
    path: `/payments?tab=payments&payment=${id}`,
    created_at: paid_at as Date,
    isRead: index > 0,
  }));
  const rows = [...toStaff, ...toPartner].filter(({ user_id }) => user_id !== null);
  if (rows.length === 0) return;
  await trx
    .insertInto('messages')
    .values(
      rows.map(({ isRead: _, ...row }) => ({
        ...row,
        id: randomUUIDv7(),
        organization_id: organizationId,
        is_secret: false,
        in_bell: true,
      })),
    )
    .execute();
  for (const { isRead, path, created_at } of rows)
    if (isRead)
      await trx.updateTable('messages').set({ read_at: created_at }).where('path', '=', path).execute();
}
