import { audit, toAuthor, toCause } from '../../audit/index.ts';
import { saleNumber } from '../../database/rules/numbers.ts';
import { settleSaleEvent } from '../../integrations/index.ts';
import { updateClaimsOfSales } from '../../money/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { noSuchObject } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { recordClientEvent } from './client-events.ts';
import { lockClients } from './known-clients.ts';
import { salesRepo } from './sales/sales.repo.ts';
import { closeWaitingSale, recordWaitingEvent, waitingRows } from './waiting/waiting.repo.ts';

/**
 * Creates the functions that undo an import. The caller has checked that nothing rests on the objects. The numbers of canceled sales are free again.
 */
export const createImportUndo = (clock: Clock) => ({
  /** Cancels a sale with its reward, or ends its waiting. */
  async cancelSale(trx: Db, staff: Staff, id: string, reason: string) {
    const { organizationId } = staff;
    await lockClients(trx, organizationId);
    const cause = toCause(toAuthor(staff), clock);
    const waiting = await waitingRows(trx, organizationId)
      .where('w.id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (waiting !== undefined) {
      await closeWaitingSale(trx, waiting, { status: 'rejected', reason }, cause.at);
      return recordWaitingEvent(trx, organizationId, id, 'reject', { comment: reason }, cause);
    }
    const repo = salesRepo(trx, organizationId);
    const sale = await repo.find(id);
    if (sale === undefined) throw noSuchObject();
    await repo.update(id, { canceled_at: cause.at, external_id: null, updated_at: cause.at });
    await settleSaleEvent(trx, organizationId, { saleId: id }, { state: 'ignored', cause: reason }, cause.at);
    const { attachment_id: attachmentId, client_id: clientId } = sale;
    if (attachmentId !== null)
      await updateClaimsOfSales(trx, { organizationId, attachmentId, saleId: id }, toAuthor(staff), clock);
    const diff = { sale_number: saleNumber(sale.number), comment: reason };
    return recordClientEvent(trx, { organizationId, clientId }, 'sale-cancel', diff, cause);
  },

  /** Deletes a client without sales, with its attachments. */
  async deleteClient(trx: Db, staff: Staff, id: string, reason: string) {
    const { organizationId } = staff;
    await lockClients(trx, organizationId);
    await trx
      .deleteFrom('attachments')
      .where('organization_id', '=', organizationId)
      .where('client_id', '=', id)
      .execute();
    await trx
      .deleteFrom('clients')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
    await audit(trx, {
      ...{ organizationId, ...toCause(toAuthor(staff), clock) },
      action: 'client.delete',
      kind: 'client',
      objectId: id,
      diff: { comment: reason },
    });
  },
});
