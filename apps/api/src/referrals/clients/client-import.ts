import type { NewClient } from '@referral-dashboard/api-contract';
import { toAuthor, toCause } from '../../audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { checkStanding, checkTogether } from '../leads/lead-entry.ts';
import { attachClient } from './attach-client.ts';
import { openAttachment } from './attachments.ts';
import type { ClientWrites } from './client-writes.ts';
import { clientsRepo } from './clients.repo.ts';
import { lockClients } from './known-clients.ts';
import { findBuyers } from './waiting/waiting.repo.ts';

/** The partner of an imported client. Without `starts_at` the attachment starts today. */
export type Holder = { program: string; partner: string; starts_at?: string };

/**
 * Creates the function that imports a client. A known client, by the number or the contacts, gets the values that differ. A client without a partner
 * in the program is attached.
 */
export function createClientImport(clock: Clock, writes: ClientWrites) {
  async function change(trx: Db, staff: Staff, id: string, input: NewClient): Promise<boolean> {
    const row = await clientsRepo(trx).findLocked(staff.organizationId, id);
    if (row === undefined) throw new Error('a known client does not exist');
    const { external_id } = input;
    if (external_id != null && row.external_id !== null && row.external_id !== external_id)
      throw invalid({
        external_id: [`Клиент с этими контактами уже есть под номером «${row.external_id}».`],
      });
    const patch = Object.fromEntries(
      Object.entries(input).filter(
        ([field, value]) => value != null && value !== row[field as keyof NewClient],
      ),
    );
    if (Object.keys(patch).length === 0) return false;
    await writes.update(trx, staff, id, { ...patch, version: row.version });
    return true;
  }

  /** @returns whether the client was attached. @throws ApiError 400 for a client of another partner. */
  async function attach(trx: Db, staff: Staff, clientId: string, { program, partner, starts_at }: Holder) {
    const { organizationId } = staff;
    await checkTogether(trx, organizationId, program, partner);
    await checkStanding(trx, organizationId, partner);
    const open = await openAttachment(trx, { organizationId, clientId, programId: program });
    if (open?.partner_id === partner) return false;
    if (open !== undefined)
      throw invalid({ partner: ['Клиент закреплен за другим партнером. Передайте его в карточке клиента.'] });
    const cause = toCause(toAuthor(staff), clock);
    const participation = { organizationId, clientId, programId: program, partnerId: partner };
    await attachClient(trx, participation, { cause: 'import', reason: '', starts_at }, cause);
    return true;
  }

  return async function importClient(trx: Db, staff: Staff, input: NewClient, holder?: Holder) {
    const { organizationId } = staff;
    await lockClients(trx, organizationId);
    const [byNumber, byContacts] = await findBuyers(trx, organizationId, [
      { external_id: input.external_id },
      input,
    ]);
    const known = byNumber ?? byContacts ?? null;
    const id = known ?? (await writes.insert(trx, staff, input));
    const isChanged = known !== null && (await change(trx, staff, id, input));
    const isAttached = holder !== undefined && (await attach(trx, staff, id, holder));
    if (known === null || isChanged || isAttached) await writes.enterSales(trx, staff, id);
    const state =
      known === null
        ? ('created' as const)
        : isChanged || isAttached
          ? ('changed' as const)
          : ('skipped' as const);
    return { state, id };
  };
}
