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

/** Notifies a partner of an act that awaits confirmation. */
export const notifyAct = (
  trx: Db,
  { organizationId, id, number, partnerId, month, amount_kop }: ActMessage,
  { at }: Cause,
) =>
  notify(trx, {
    organizationId,
    at,
    event: 'act_issued',
    actorId: null,
    partner: {
      cardId: partnerId,
      title: `Готов акт А-${number}`,
      text: `Акт А-${number} за ${monthInWords(month)} на ${formatRubles(amount_kop)} ждет вашего подтверждения.`,
      path: buildActPath(id),
    },
  });

/** Notifies a partner of an act that is annulled, because the bank returned its payments. */
export const notifyActAnnulled = (
  trx: Db,
  { organizationId, id, number, partnerId, month }: Omit<ActMessage, 'amount_kop'>,
  { at }: Cause,
) =>
  notify(trx, {
    organizationId,
    at,
    event: 'act_issued',
    actorId: null,
    partner: {
      cardId: partnerId,
      title: `Акт А-${number} аннулирован`,
      text: `Акт А-${number} за ${monthInWords(month)} аннулирован: банк вернул все его выплаты. Новый акт будет после новой выплаты.`,
      path: buildActPath(id),
    },
  });

/** Notifies the organization of a partner's objection to an act. */
export async function notifyActObjection(
  trx: Db,
  { organizationId, id, number, partnerId, month }: Omit<ActMessage, 'amount_kop'>,
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
      text: `${name} не согласен с актом А-${number} за ${monthInWords(month)}. Причина указана в акте.`,
      path: buildActPath(id),
    },
  });
}
