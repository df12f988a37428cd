import { clientNumber } from '../../database/rules/numbers.ts';
import { notify } from '../../messages/index.ts';
import type { Db } from '../../platform/db/db.ts';

type Transfer = {
  organizationId: string;
  actorId: string;
  at: Date;
  clientId: string;
  programId: string;
  from: string | null;
  to: string;
};

/** Notifies the new and the former partner of a client. The messages do not name the other partner. */
export async function notifyOfClientTransfer(
  trx: Db,
  { organizationId, actorId, at, clientId, programId, from, to }: Transfer,
) {
  const { number, program } = await trx
    .selectFrom('clients as c')
    .innerJoin('programs as p', 'p.organization_id', 'c.organization_id')
    .select(['c.number', 'p.name as program'])
    .where('c.organization_id', '=', organizationId)
    .where('c.id', '=', clientId)
    .where('p.id', '=', programId)
    .executeTakeFirstOrThrow();
  const client = `${clientNumber(number)} («${program}»)`;
  const event = 'client_transferred';
  await notify(trx, {
    ...{ event, organizationId, actorId, at },
    partner: {
      title: `За вами закреплен клиент ${clientNumber(number)}`,
      text: `За вами закреплен клиент ${client}. Вознаграждение за его следующие продажи получите вы.`,
      path: `/leads?view=clients&id=${clientId}`,
      cardId: to,
    },
  });
  if (from === null) return;
  await notify(trx, {
    ...{ event, organizationId, actorId, at },
    partner: {
      title: `Клиент ${clientNumber(number)} передан`,
      text: `Клиент ${client} передан другому партнеру. Вознаграждение за его следующие продажи получит он.`,
      cardId: from,
    },
  });
}
