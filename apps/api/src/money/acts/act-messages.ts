import type { Cause } from '../../audit/index.ts';
import { notify } from '../../messages/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { formatRubles, monthInWords } from '../../platform/russian-format.ts';

type ActMessage = {
  organizationId: string;
  id: string;
  number: number;
  partnerId: string;
  month: string;
  amount_kop: number;
};

const buildActPath = (id: string) => `/payments?tab=acts&act=${id}`;

const notifyPartner = (
  trx: Db,
  { organizationId, id, partnerId }: Pick<ActMessage, 'organizationId' | 'id' | 'partnerId'>,
  { at }: Cause,
  message: { title: string; text: string },
) =>
  notify(trx, {
    organizationId,
    at,
    event: 'act_issued',
    actorId: null,
    partner: { ...message, cardId: partnerId, path: buildActPath(id) },
  });

/** Notifies a partner of an act that awaits confirmation. */
export const notifyAct = (trx: Db, act: ActMessage, cause: Cause) =>
  notifyPartner(trx, act, cause, {
    title: `Готов акт А-${act.number}`,
    text: `Акт А-${act.number} за ${monthInWords(act.month)} на ${formatRubles(act.amount_kop)} ждет вашего подтверждения.`,
  });

/** Notifies a partner of an act that is annulled, because the bank returned its payments. */
export const notifyActAnnulled = (trx: Db, act: Omit<ActMessage, 'amount_kop'>, cause: Cause) =>
  notifyPartner(trx, act, cause, {
    title: `Акт А-${act.number} аннулирован`,
    text: `Акт А-${act.number} за ${monthInWords(act.month)} аннулирован: банк вернул все его выплаты. Новый акт будет после новой выплаты.`,
  });

/** Notifies the organization of a partner's objection to an act. */
export async function notifyActObjection(
  trx: Db,
  {
    organizationId,
    id,
    number,
    partnerId,
    month,
    objection,
  }: Omit<ActMessage, 'amount_kop'> & {
    objection: string;
  },
  { actorId, at }: Cause,
) {
  const { name } = await trx
    .selectFrom('partners')
    .select('name')
    .where('organization_id', '=', organizationId)
    .where('id', '=', partnerId)
    .executeTakeFirstOrThrow();
  await notify(trx, {
    organizationId,
    actorId,
    at,
    event: 'act_objected',
    staff: {
      title: `Возражение по акту А-${number}`,
      text: `${name} не согласен с актом А-${number} за ${monthInWords(month)}. Причина: ${objection}`,
      path: buildActPath(id),
    },
  });
}
