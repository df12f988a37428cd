import { randomUUIDv7 } from 'node:crypto';
import {
  CRM_LABELS,
  type CrmConnection,
  type CrmConnectionPatch,
  type CrmPreview,
  type NewCrmConnection,
} from '@referral-dashboard/api-contract';
import { buildDiff, createStaffAudit } from '../../audit/index.ts';
import { checkVersion } from '../../database/rules/transitions.ts';
import type { MappedStage } from '../../database/tables/crm.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { defined, mapUniqueViolation } from '../../platform/db/writes.ts';
import { conflict, invalid, noSuchObject, tooManyAttempts } from '../../platform/errors.ts';
import { createLimits } from '../../platform/http/limits/limits.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import type { OwnerProof } from '../owner-proof.ts';
import type { CrmClients } from './clients.ts';
import { type ConnectionRow, connectionsRepo } from './connections.repo.ts';
import { connectionView, suggestMapping } from './connections.view.ts';
import { type CrmSealer, readAddress } from './credentials.ts';
import { type CrmClient, CrmProblem } from './crm-client.ts';
import type { CrmHttp } from './crm-http.ts';
import type { DueConnection } from './deals.repo.ts';
import { issueInbound } from './inbound.ts';
import { createNewKeys } from './new-keys.ts';
import { previewMapping } from './preview.ts';

/** Calls that read from the CRM while an owner waits, per organization. */
const READ_LIMIT = { name: 'crm-read', max: 30, seconds: 600 };

/** State of a connection with new keys. */
const REPAIRED = { state: 'connected', cause: '', failing_since: null, notified_at: null } as const;

const AUDITED_FIELDS = ['address', 'is_on'];

export type ConnectionsServiceDeps = OwnerProof & {
  db: Db;
  clock: Clock;
  http: CrmHttp;
  sealer: CrmSealer;
  clients: CrmClients;
  /** Makes the waiting deals of a connection due. */
  hurry: (connection: DueConnection) => Promise<unknown>;
};

/** The caller of a change that needs the password. */
type Caller = { holder: Principal; network: string };

export type ConnectionsService = ReturnType<typeof createConnectionsService>;

/** Reads, creates, changes and tests the CRM connections of organizations. */
export function createConnectionsService({
  db,
  clock,
  http,
  sealer,
  clients,
  hurry,
  checkPassword,
  checkOwner,
}: ConnectionsServiceDeps) {
  const addAuditEntry = createStaffAudit('organization', clock);
  const limits = createLimits(db, clock);
  const tryKeys = createNewKeys({ clock, http, sealer, clients });

  const journal = (trx: Db, staff: Staff, action: string, diff: Record<string, unknown>) =>
    addAuditEntry(trx, staff, `crm-${action}`, staff.organizationId, diff);

  async function find(trx: Db, { organizationId }: Staff, id: string): Promise<ConnectionRow> {
    const row = await connectionsRepo(trx, organizationId).find(id);
    if (row === undefined) throw noSuchObject();
    return row;
  }

  async function show(trx: Db, { organizationId }: Staff, id: string): Promise<CrmConnection> {
    const row = await connectionsRepo(trx, organizationId).show(id);
    if (row === undefined) throw noSuchObject();
    return connectionView(row, sealer);
  }

  async function lock(trx: Db, { organizationId }: Staff, id: string): Promise<ConnectionRow> {
    const row = await connectionsRepo(trx, organizationId).findLocked(id);
    if (row === undefined) throw noSuchObject();
    return row;
  }

  /** @throws ApiError 429 */
  async function countRead({ organizationId }: Staff) {
    const state = await limits.take({ limit: READ_LIMIT, key: organizationId });
    if (state.full) throw tooManyAttempts(state.retryAfter);
  }

  /** Makes calls that an owner waits for. @throws ApiError 404, 409 for a refused call, 429 */
  async function read<Result>(staff: Staff, id: string, run: (client: CrmClient) => Promise<Result>) {
    await countRead(staff);
    const row = await find(db, staff, id);
    try {
      return { row, result: await clients.use(row, run) };
    } catch (error) {
      if (error instanceof CrmProblem) throw conflict('closed', error.message);
      throw error;
    }
  }

  const alreadyConnected = (kind: ConnectionRow['kind']) =>
    conflict('closed', `${CRM_LABELS[kind]} уже подключен. Отключите прежнее подключение.`);

  return {
    async list({ organizationId }: Staff): Promise<{ results: CrmConnection[] }> {
      const rows = await connectionsRepo(db, organizationId).list();
      return { results: rows.map((row) => connectionView(row, sealer)) };
    },

    /**
     * Creates a connection that is off, after a call to the CRM.
     *
     * @throws ApiError 400 for a wrong password or refused keys, 409 for a new owner or a second connection of the kind, 429
     */
    async create(staff: Staff, caller: Caller, input: NewCrmConnection): Promise<CrmConnection> {
      const { password, kind } = input;
      await checkPassword(caller.holder, password, caller.network);
      await countRead(staff);
      const { organizationId, userId } = staff;
      const owner = { organization_id: organizationId, id: randomUUIDv7(), kind };
      const { read: stages, ...keys } = await tryKeys(owner, input);
      return db.transaction().execute(async (trx) => {
        const now = clock();
        await checkOwner(trx, { organizationId, userId, now });
        await mapUniqueViolation(
          'crm_connections_organization_id_kind_key',
          () => alreadyConnected(kind),
          () =>
            connectionsRepo(trx, organizationId).insert({
              ...{ id: owner.id, kind, ...keys, stages_read_at: now },
              ...{ mapping: JSON.stringify(suggestMapping(stages)), programs: null, first_stage: null },
              ...issueInbound(sealer, owner),
              ...{ created_by: userId, created_at: now },
            }),
        );
        await journal(trx, staff, 'create', { crm: kind, address: keys.address });
        return show(trx, staff, owner.id);
      });
    },

    /** @throws ApiError 400 for new keys that are refused or come with a wrong password, 404, 409, 429 */
    async update(
      staff: Staff,
      caller: Caller,
      id: string,
      { password = '', address, token, oauth, version, ...patch }: CrmConnectionPatch,
    ): Promise<CrmConnection> {
      const { organizationId, userId } = staff;
      const hasKeys = address !== undefined || token !== undefined || oauth !== undefined;
      if (hasKeys) await checkPassword(caller.holder, password, caller.network);
      const keys = hasKeys ? await replaceKeys(staff, id, { address, token, oauth }) : {};
      const changed = await db.transaction().execute(async (trx) => {
        if (hasKeys) await checkOwner(trx, { organizationId, userId, now: clock() });
        const before = await lock(trx, staff, id);
        checkVersion(before, version);
        await checkPrograms(trx, organizationId, patch.programs);
        const { mapping, application_token, ...plain } = patch;
        const change = {
          ...defined(plain),
          ...(mapping !== undefined && { mapping: JSON.stringify(mapping) }),
          ...(application_token !== undefined && {
            application_token: sealer.sealText(before, application_token),
          }),
          ...keys,
        };
        await connectionsRepo(trx, organizationId).update(id, change);
        await journal(trx, staff, 'update', {
          crm: before.kind,
          ...buildDiff(before, change, AUDITED_FIELDS),
        });
        return show(trx, staff, id);
      });
      if (changed.is_on) await hurry({ organization_id: organizationId, connection_id: id });
      return changed;
    },

    /** Deletes a connection. The deals stay in the CRM. @throws ApiError 404 */
    remove: (staff: Staff, id: string) =>
      db.transaction().execute(async (trx) => {
        const removed = await connectionsRepo(trx, staff.organizationId).remove(id);
        if (removed === undefined) throw noSuchObject();
        await journal(trx, staff, 'remove', { crm: removed.kind, address: removed.address });
      }),

    /** Issues another address for events. The former one is not valid any more. @throws ApiError 404 */
    rotate: (staff: Staff, id: string): Promise<CrmConnection> =>
      db.transaction().execute(async (trx) => {
        const row = await lock(trx, staff, id);
        await connectionsRepo(trx, staff.organizationId).save(id, issueInbound(sealer, row));
        await journal(trx, staff, 'rotate', { crm: row.kind });
        return show(trx, staff, id);
      }),

    /** Reads the stages from the CRM again. @throws ApiError 404, 409, 429 */
    async refresh(staff: Staff, id: string): Promise<CrmConnection> {
      const { result: stages } = await read(staff, id, (client) => client.listStages());
      const { organizationId: organization_id } = staff;
      await connectionsRepo(db, organization_id).save(id, {
        stages: JSON.stringify(stages),
        stages_read_at: clock(),
      });
      await hurry({ organization_id, connection_id: id });
      return show(db, staff, id);
    },

    /** Shows what a mapping would do with the last deals. @throws ApiError 404, 409, 429 */
    async preview(staff: Staff, id: string, mapping: readonly MappedStage[]): Promise<CrmPreview> {
      const { row, result: deals } = await read(staff, id, (client) => client.lastDeals());
      return previewMapping(db, row, mapping, deals);
    },
  };

  /** Checks new keys of a connection. A working connection is not broken by wrong ones. */
  async function replaceKeys(
    staff: Staff,
    id: string,
    entered: Pick<CrmConnectionPatch, 'address' | 'token' | 'oauth'>,
  ) {
    await countRead(staff);
    const row = await find(db, staff, id);
    const { kind } = row;
    const { address = row.address, token, oauth } = entered;
    if (readAddress(kind, address).origin !== row.address)
      throw invalid({ address: ['Это другой аккаунт CRM. Отключите прежний и подключите новый.'] });
    const { read: _, ...keys } = await tryKeys(row, { kind, address, token, oauth });
    return { ...keys, ...REPAIRED, stages_read_at: clock() };
  }
}

/** @throws ApiError 400 for a program of another organization. */
async function checkPrograms(
  trx: Db,
  organizationId: string,
  programs: readonly string[] | null | undefined,
) {
  if (programs === null || programs === undefined) return;
  const found = await trx
    .selectFrom('programs')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', programs)
    .execute();
  if (found.length < new Set(programs).size) throw invalid({ programs: ['Такой программы нет.'] });
}
