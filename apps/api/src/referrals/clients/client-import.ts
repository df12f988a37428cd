import type { NewClient } from '@referral-dashboard/api-contract';
import { toAuthor, toCause } from '../../audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { cutAtRepeats, readOnce } from '../../platform/row-batches.ts';
import { checkStanding, checkTogether } from '../leads/lead-entry.ts';
import { attachClients, type Participation } from './attachments/attach-client.ts';
import { openAttachments } from './attachments/attachments.ts';
import type { ClientWrites } from './client-writes.ts';
import { clientsRepo } from './clients.repo.ts';
import { lockClients, valuesOfIdentity } from './known-clients.ts';
import { findBuyers } from './waiting/waiting.repo.ts';

/** The partner of an imported client. Without `starts_at` the attachment starts today. */
export type Holder = { program: string; partner: string; starts_at?: string };

/** A client of an import. */
export type ImportedClient = { input: NewClient; holder?: Holder | undefined };

type State = { state: 'created' | 'changed' | 'skipped'; id: string };
type Found = ImportedClient & { known: string | null };

/**
 * Creates the function that imports clients. A known client, by the number or the contacts, gets the values that differ. A client without a partner
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

  /** Attaches different clients. @returns the clients that were attached. @throws ApiError 400 for a client of another partner. */
  async function attach(trx: Db, staff: Staff, clients: readonly Participation[]): Promise<Set<string>> {
    const { organizationId } = staff;
    const check = readOnce(async (program: string, partner: string) => {
      await checkTogether(trx, organizationId, program, partner);
      await checkStanding(trx, organizationId, partner);
    });
    const fresh: Participation[] = [];
    const ids = clients.map(({ clientId }) => clientId);
    const findOpen = ids.length === 0 ? () => undefined : await openAttachments(trx, organizationId, ids);
    for (const client of clients) {
      const { clientId, programId, partnerId } = client;
      await check(programId, partnerId);
      const open = findOpen({ client_id: clientId, program_id: programId });
      if (open === undefined) fresh.push(client);
      else if (open.partner_id !== partnerId)
        throw invalid({
          partner: ['Клиент закреплен за другим партнером. Передайте его в карточке клиента.'],
        });
    }
    const cause = toCause(toAuthor(staff), clock);
    await attachClients(trx, organizationId, fresh, { cause: 'import', reason: '' }, cause);
    return new Set(fresh.map(({ clientId }) => clientId));
  }

  /** Writes different clients. */
  async function write(trx: Db, staff: Staff, clients: readonly Found[]): Promise<State[]> {
    const fresh = clients.filter(({ known }) => known === null);
    const created = await writes.insert(
      trx,
      staff,
      fresh.map(({ input }) => input),
    );
    const next = created.values();
    const written = clients.map((client) => ({ ...client, id: client.known ?? next.next().value ?? '' }));
    const changed = new Set<string>();
    for (const { known, input } of written)
      if (known !== null && (await change(trx, staff, known, input))) changed.add(known);
    const attached = await attach(
      trx,
      staff,
      written.flatMap(({ id, holder }) => (holder === undefined ? [] : [toParticipation(id, holder)])),
    );
    const states = written.map(({ known, id }): State => {
      const isChanged = changed.has(id) || attached.has(id);
      return { id, state: known === null ? 'created' : isChanged ? 'changed' : 'skipped' };
    });
    await writes.enterSales(
      trx,
      staff,
      states.flatMap(({ id, state }) => (state === 'skipped' ? [] : [id])),
    );
    return states;
  }

  /** @returns the states and ids, in the order of the clients. A client can be named by the one before it. */
  return async function importClients(trx: Db, staff: Staff, clients: readonly ImportedClient[]) {
    await lockClients(trx, staff.organizationId);
    const states: State[] = [];
    for (const part of cutAtRepeats(clients, ({ input }) => valuesOfIdentity(toIdentity(input)))) {
      // A row that names the known client of an earlier row by another contact waits for its change.
      for (let rest = part; rest.length > 0; ) {
        const found = await findKnown(trx, staff.organizationId, rest);
        const [different = []] = cutAtRepeats(found, ({ known }) => (known === null ? [] : [known]));
        states.push(...(await write(trx, staff, different)));
        rest = rest.slice(different.length);
      }
    }
    return states;
  };
}

const toIdentity = ({ phone = null, email = '', inn = '', external_id = null }: NewClient) => ({
  ...{ phone, email, inn, external_id },
});

const toParticipation = (clientId: string, { program, partner, starts_at }: Holder): Participation => ({
  clientId,
  programId: program,
  partnerId: partner,
  starts_at,
});

/** Finds the known clients, by the number, otherwise by the contacts. */
async function findKnown(
  trx: Db,
  organizationId: string,
  clients: readonly ImportedClient[],
): Promise<Found[]> {
  const identities = clients.flatMap(({ input }) => [{ external_id: input.external_id }, input]);
  const found = await findBuyers(trx, organizationId, identities);
  return clients.map((client, at) => ({ ...client, known: found[2 * at] ?? found[2 * at + 1] ?? null }));
}
