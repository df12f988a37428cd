import {
  CLIENT_FIELD_LABELS,
  type ClientField,
  type ClientPatch,
  type NewClient,
} from '@referral-dashboard/api-contract';
import { buildPersonalChange, toAuthor, toCause } from '../../audit/index.ts';
import { checkVersion } from '../../database/rules/transitions.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { defined, mapUniqueViolation } from '../../platform/db/writes.ts';
import { invalid, noSuchObject } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { emailKey } from '../leads/leads.ts';
import { recordClientEvent } from './client-events.ts';
import { buildClientSearchText, clientsRepo } from './clients.repo.ts';
import { insertClients } from './known-clients.ts';
import { updateRewards } from './sales/new-sales.ts';
import { applyWaitingSales } from './waiting/apply-waiting-sales.ts';
import { findAwaited } from './waiting/waiting.repo.ts';

const FIELDS = Object.keys(CLIENT_FIELD_LABELS) as ClientField[];

/** Runs a statement. @throws ApiError 400 for a phone or a number of another client. */
export const withUniqueContacts = <Result>(statement: () => Promise<Result>) =>
  mapUniqueViolation(
    'clients_phone',
    () => invalid({ phone: ['Клиент с этим телефоном уже есть.'] }),
    () =>
      mapUniqueViolation(
        'clients_external_id',
        () => invalid({ external_id: ['Клиент с этим номером уже есть.'] }),
        statement,
      ),
  );

/** Writes of clients. The caller holds the lock of the clients. */
export const createClientWrites = (clock: Clock) => ({
  /** @returns the ids of the new clients, in the order of the clients. */
  insert(trx: Db, staff: Staff, clients: readonly NewClient[]): Promise<string[]> {
    const rows = clients.map(({ name, phone = null, email = '', inn = '', external_id = null }) => ({
      ...{ name, phone, email, inn, external_id },
    }));
    const cause = toCause(toAuthor(staff), clock);
    return withUniqueContacts(() => insertClients(trx, staff.organizationId, rows, cause));
  },

  async update(trx: Db, staff: Staff, id: string, { version, ...patch }: ClientPatch) {
    const { organizationId } = staff;
    const repo = clientsRepo(trx);
    const row = await repo.findLocked(organizationId, id);
    if (row === undefined) throw noSuchObject();
    checkVersion(row, version);
    const input = defined(patch);
    const now = { ...row, ...input };
    const cause = toCause(toAuthor(staff), clock);
    await withUniqueContacts(() =>
      repo.update(organizationId, id, {
        ...input,
        email_key: emailKey(now.email),
        search_text: buildClientSearchText(now),
        updated_at: cause.at,
      }),
    );
    const diff = { changed: Object.keys(input) };
    const personal = buildPersonalChange(id, row, input, FIELDS);
    await recordClientEvent(trx, { organizationId, clientId: id }, 'update', diff, cause, personal);
  },

  /** Enters the sales that waited for clients. */
  async enterSales(trx: Db, staff: Staff, clientIds: readonly string[]) {
    const { organizationId } = staff;
    for (const clientId of await findAwaited(trx, organizationId, clientIds)) {
      const appeared = { organizationId, clientId, clock, ...toAuthor(staff) };
      await updateRewards(trx, appeared, (await applyWaitingSales(trx, appeared)).attachments);
    }
  },
});

export type ClientWrites = ReturnType<typeof createClientWrites>;
