import type { ClientPatch, ClientQuery, ClientTransfer, NewClient } from '@referral-dashboard/api-contract';
import { toAuthor, toCause } from '../../audit/index.ts';
import { checkVersion } from '../../database/rules/transitions.ts';
import { lockPartners, passClaimOfSale, updateClaimsOfSales } from '../../money/index.ts';
import { readsContacts } from '../../people/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { invalid, noSuchObject } from '../../platform/errors.ts';
import type { Staff, Viewer } from '../../platform/http/viewer.ts';
import { checkStanding, checkTogether } from '../leads/lead-entry.ts';
import { attachClients } from './attachments/attach-client.ts';
import { openAttachment } from './attachments/attachments.ts';
import { clientHistory } from './client-events.ts';
import { notifyOfClientTransfer } from './client-messages.ts';
import { createClientWrites } from './client-writes.ts';
import { clientsRepo } from './clients.repo.ts';
import { clientView } from './clients.view.ts';
import { lockClients } from './known-clients.ts';
import { salesRepo } from './sales/sales.repo.ts';

export type ClientsService = ReturnType<typeof createClientsService>;

/** Lists, cards and contacts of clients. */
export function createClientsService(db: Db, clock: Clock) {
  const writes = createClientWrites(clock);
  const view = async (trx: Db, viewer: Viewer, id: string) => {
    const row = await clientsRepo(trx).find(viewer, id);
    if (row === undefined) throw noSuchObject();
    return clientView(row, await clientsRepo(trx).attachments(viewer, [id]), viewer);
  };

  return {
    async list(viewer: Viewer, query: ClientQuery) {
      const page = await clientsRepo(db).page(viewer, query);
      const ids = page.results.map(({ id }) => id);
      const attachments = ids.length === 0 ? [] : await clientsRepo(db).attachments(viewer, ids);
      const results = page.results.map((row) =>
        clientView(
          row,
          attachments.filter(({ client_id }) => client_id === row.id),
          viewer,
        ),
      );
      return { ...page, results };
    },

    get: (viewer: Viewer, id: string) => view(db, viewer, id),

    create: (staff: Staff, input: NewClient) =>
      db.transaction().execute(async (trx) => {
        await lockClients(trx, staff.organizationId);
        const [id = ''] = await writes.insert(trx, staff, [input]);
        await writes.enterSales(trx, staff, [id]);
        return view(trx, staff, id);
      }),

    update: (staff: Staff, id: string, patch: ClientPatch) =>
      db.transaction().execute(async (trx) => {
        await lockClients(trx, staff.organizationId);
        await writes.update(trx, staff, id, patch);
        await writes.enterSales(trx, staff, [id]);
        return view(trx, staff, id);
      }),

    /**
     * Attaches a client to another partner of a program. What the former partner earned stays; later sales go to the new one. Deals of leads of the
     * new partner that were credited to the former one pass with the client, unless their reward is in a payment.
     */
    transfer: (staff: Staff, id: string, { program, partner, reason, version }: ClientTransfer) =>
      db.transaction().execute(async (trx) => {
        const { organizationId } = staff;
        await lockClients(trx, organizationId);
        const repo = clientsRepo(trx);
        const row = await repo.findLocked(organizationId, id);
        if (row === undefined) throw noSuchObject();
        checkVersion(row, version);
        await checkTogether(trx, organizationId, program, partner);
        await checkStanding(trx, organizationId, partner);
        const open = await openAttachment(trx, { organizationId, clientId: id, programId: program });
        if (open?.partner_id === partner)
          throw invalid({ partner: ['Клиент уже закреплен за этим партнером.'] });
        const cause = toCause(toAuthor(staff), clock);
        const participation = { clientId: id, programId: program, partnerId: partner };
        const how = { cause: open === undefined ? ('manual' as const) : ('transfer' as const), reason };
        const [attachmentId = ''] = await attachClients(trx, organizationId, [participation], how, cause);
        if (open !== undefined) await passDeals(trx, staff, open, { attachmentId, partner }, clock);
        await repo.update(organizationId, id, { updated_at: cause.at });
        const of = { organizationId, actorId: staff.userId, at: cause.at, clientId: id, programId: program };
        await notifyOfClientTransfer(trx, { ...of, from: open?.partner_id ?? null, to: partner });
        return view(trx, staff, id);
      }),

    async history(staff: Staff, id: string) {
      const { organizationId } = staff;
      if ((await clientsRepo(db).find(staff, id)) === undefined) throw noSuchObject();
      const events = await clientHistory(db, { organizationId, clientId: id });
      return { results: readsContacts(staff) ? events : events.map((event) => ({ ...event, comment: '' })) };
    },
  };
}

/** Passes the deals of leads of the new partner from the former attachment of a client to the new one. */
async function passDeals(
  trx: Db,
  staff: Staff,
  former: { id: string; partner_id: string },
  { attachmentId, partner }: { attachmentId: string; partner: string },
  clock: Clock,
) {
  const { organizationId } = staff;
  const repo = salesRepo(trx, organizationId);
  // The rewards of the deals stay out of payments until the transaction ends.
  await lockPartners(trx, organizationId, [former.partner_id, partner], toAuthor(staff));
  const deals = await repo.unpaidDeals(former.id, partner);
  for (const saleId of deals) {
    await passClaimOfSale(trx, { organizationId, saleId, attachmentId }, toAuthor(staff), clock);
    await repo.attach(saleId, attachmentId);
  }
  if (deals.length === 0) return;
  for (const changed of [former.id, attachmentId])
    await updateClaimsOfSales(trx, { organizationId, attachmentId: changed }, toAuthor(staff), clock);
}
