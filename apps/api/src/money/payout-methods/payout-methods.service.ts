import { randomUUIDv7 } from 'node:crypto';
import {
  type NewPayoutMethod,
  PAYOUT_METHODS_OF,
  type PartnerKind,
  type PayoutMethod,
} from '@referral-dashboard/api-contract';
import type { Selectable, Updateable } from 'kysely';
import { audit, toAuthor, toCause } from '../../audit/index.ts';
import type { PayoutMethodsTable } from '../../database/tables/money.ts';
import { bankProblems, findBanksByBik } from '../../organization/index.ts';
import { visibleTo } from '../../people/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalid, noSuchObject } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { notifyRequisitesChange } from '../money-messages.ts';
import { recordMethodChange } from '../payments/open-payments.ts';
import { lockPartner } from '../rewards/partner-money.ts';
import { BLANK_METHOD, methodLabel, quarantineStart, usableFrom } from './payout-method.ts';

type Row = Selectable<PayoutMethodsTable>;

const MAX_METHODS = 20;

const ONLY_ACCOUNTS = 'Юридическому лицу платят только на расчетный счет: СБП и карта бывают у людей.';

const canHave = (partner: PartnerKind, { kind }: Pick<Row, 'kind'>) =>
  PAYOUT_METHODS_OF[partner].includes(kind);

export type PayoutMethodsService = ReturnType<typeof createPayoutMethodsService>;

const waitEnd = ({ default_since, is_proven }: Row) =>
  default_since && usableFrom({ default_since, is_proven });

export function createPayoutMethodsService(db: Db, clock: Clock, canSendCodes = false) {
  const view = (row: Row, isProvable = false): PayoutMethod => ({
    ...row,
    label: methodLabel(row),
    is_default: row.default_since !== null,
    usable_from: waitEnd(row)?.toISOString() ?? null,
    can_be_proven: isProvable,
    created_at: row.created_at.toISOString(),
  });
  /**
   * Returns true when a code can confirm the method: the viewer is its partner, the method is in its waiting period, and the partner has had
   * no other method and no recent change of phone.
   */
  async function isProvable(trx: Db, viewer: Viewer, row: Row): Promise<boolean> {
    const until = waitEnd(row);
    if (!canSendCodes || viewer.role !== 'partner' || until === null || until <= clock()) return false;
    const changed = await trx
      .selectFrom('payout_methods')
      .select('id')
      .where('organization_id', '=', row.organization_id)
      .where('partner_id', '=', row.partner_id)
      .where('id', '!=', row.id)
      .unionAll(
        trx
          .selectFrom('users')
          .select('id')
          .where('id', '=', viewer.userId)
          .where('phone_changed_at', '>', quarantineStart(clock())),
      )
      .limit(1)
      .executeTakeFirst();
    return changed === undefined;
  }
  async function checkProvable(trx: Db, viewer: Viewer, row: Row) {
    if (await isProvable(trx, viewer, row)) return;
    throw conflict(
      'closed',
      'Кодом подтверждают только первые реквизиты. После смены выплаты отправляют через сутки.',
    );
  }
  const activeMethods = (trx: Db, organizationId: string, partnerId: string) =>
    trx
      .selectFrom('payout_methods')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('partner_id', '=', partnerId)
      .where('archived_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id');
  const set = (trx: Db, { organization_id, id }: Row, change: Updateable<PayoutMethodsTable>) =>
    trx
      .updateTable('payout_methods')
      .set(change)
      .where('organization_id', '=', organization_id)
      .where('id', '=', id)
      .execute();
  async function recordChange(
    trx: Db,
    viewer: Viewer,
    row: Row,
    action: string,
    { before, after }: { before?: Row | undefined; after?: Row },
  ) {
    const { organization_id: organizationId, partner_id: partnerId } = row;
    const cause = toCause(toAuthor(viewer), clock);
    await audit(trx, {
      ...cause,
      organizationId,
      action: `payout-method.${action}`,
      kind: 'payout_method',
      objectId: row.id,
      diff: { partner: partnerId, kind: row.kind },
      ...((before ?? after) && {
        personal: {
          subjectId: partnerId,
          values: [
            {
              field: 'requisites',
              before: before === undefined ? null : methodLabel(before),
              after: after === undefined ? null : methodLabel(after),
            },
          ],
        },
      }),
    });
    if (row.default_since !== null && action !== 'prove')
      await recordMethodChange(trx, { organizationId, partnerId }, cause);
    if (action !== 'prove') await notifyRequisitesChange(trx, { organizationId, partnerId }, cause);
  }

  /**
   * Returns a method that is not archived and locks the money of its partner. Approval reads methods under the same lock.
   *
   * @throws ApiError 404 for a method that the viewer may not see.
   */
  async function lockMethod(trx: Db, viewer: Viewer, id: string): Promise<Row> {
    const known = await trx
      .selectFrom('payout_methods')
      .select(['organization_id', 'partner_id'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (known === undefined) throw noSuchObject();
    await findCard(trx, viewer, known.partner_id);
    await lockPartner(trx, known.organization_id, known.partner_id, toAuthor(viewer));
    const row = await activeMethods(trx, known.organization_id, known.partner_id)
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) throw noSuchObject();
    return row;
  }

  return {
    async list(viewer: Viewer, partnerId: string) {
      const { organization_id, kind } = await findCard(db, viewer, partnerId);
      const rows = await activeMethods(db, organization_id, partnerId).execute();
      const singleMethod = rows.length === 1 ? rows[0] : undefined;
      const canProve = singleMethod !== undefined && (await isProvable(db, viewer, singleMethod));
      return { results: rows.map((row) => view(row, canProve)), kinds: [...PAYOUT_METHODS_OF[kind]] };
    },

    /** Creates a method. The first method of a partner becomes the default. */
    create: (viewer: Viewer, partnerId: string, input: NewPayoutMethod) =>
      db.transaction().execute(async (trx) => {
        const { organization_id, kind } = await findCard(trx, viewer, partnerId);
        if (!canHave(kind, input)) throw invalid({ kind: [ONLY_ACCOUNTS] });
        if (input.kind === 'bank_account') {
          const { bik, corr_account } = input;
          const { corrAccount: corr, ...problems } = await bankProblems(trx, organization_id, {
            bik,
            corrAccount: corr_account,
          });
          const fieldProblems = { ...problems, ...(corr && { corr_account: corr }) };
          if (Object.keys(fieldProblems).length > 0) throw invalid(toFields(fieldProblems));
        }
        await lockPartner(trx, organization_id, partnerId, toAuthor(viewer));
        const known = await activeMethods(trx, organization_id, partnerId).execute();
        if (known.length >= MAX_METHODS) {
          throw conflict('in_use', `Не больше ${MAX_METHODS} способов выплаты. Удалите лишние.`);
        }
        const at = clock();
        const row: Row = {
          ...BLANK_METHOD,
          ...input,
          ...(input.kind === 'bank_account' && {
            corr_account: input.corr_account || (await findCorrAccount(trx, organization_id, input.bik)),
          }),
          organization_id,
          partner_id: partnerId,
          id: randomUUIDv7(),
          default_since: known.length === 0 ? at : null,
          is_proven: false,
          created_at: at,
          archived_at: null,
        };
        await trx.insertInto('payout_methods').values(row).execute();
        await recordChange(trx, viewer, row, 'create', { after: row });
        return view(row, await isProvable(trx, viewer, row));
      }),

    /** @throws ApiError 404, 409 when a code cannot confirm the method. */
    checkProvable: (viewer: Viewer, id: string) =>
      db.transaction().execute(async (trx) => checkProvable(trx, viewer, await lockMethod(trx, viewer, id))),

    /** Ends the waiting period of a method after its owner has confirmed the phone. */
    prove: (viewer: Viewer, id: string) =>
      db.transaction().execute(async (trx) => {
        const row = await lockMethod(trx, viewer, id);
        await checkProvable(trx, viewer, row);
        await set(trx, row, { is_proven: true });
        await recordChange(trx, viewer, row, 'prove', {});
        return view({ ...row, is_proven: true });
      }),

    prefer: (viewer: Viewer, id: string) =>
      db.transaction().execute(async (trx) => {
        const row = await lockMethod(trx, viewer, id);
        if (row.default_since !== null) return view(row);
        const { kind } = await findCard(trx, viewer, row.partner_id);
        if (!canHave(kind, row)) throw conflict('blocked', ONLY_ACCOUNTS);
        const before = await activeMethods(trx, row.organization_id, row.partner_id)
          .where('default_since', 'is not', null)
          .executeTakeFirst();
        if (before !== undefined) await set(trx, before, { default_since: null, is_proven: false });
        const default_since = clock();
        await set(trx, row, { default_since });
        const preferred = { ...row, default_since };
        await recordChange(trx, viewer, preferred, 'default', { before, after: preferred });
        return view(preferred);
      }),

    /** Archives a method. Payments keep their snapshots of it. */
    remove: (viewer: Viewer, id: string) =>
      db.transaction().execute(async (trx) => {
        const row = await lockMethod(trx, viewer, id);
        await set(trx, row, { archived_at: clock(), default_since: null, is_proven: false });
        await recordChange(trx, viewer, row, 'delete', { before: row });
      }),
  };
}

/** Returns the correspondent account of a bank from the directory; empty when it is unknown. */
const findCorrAccount = async (trx: Db, organizationId: string, bik: string) =>
  (await findBanksByBik(trx, organizationId, [bik])).get(bik)?.corr_account ?? '';

const toFields = (fieldProblems: Record<string, string>) =>
  Object.fromEntries(Object.entries(fieldProblems).map(([field, sentence]) => [field, [sentence]]));

/** Returns the partner card. @throws ApiError 404 for a card that the viewer may not see. */
async function findCard(trx: Db, viewer: Viewer, partnerId: string) {
  const card = await trx
    .selectFrom('partners as card')
    .select(['card.organization_id', 'card.kind'])
    .where('card.id', '=', partnerId)
    .where(visibleTo(viewer))
    .executeTakeFirst();
  if (card === undefined) throw noSuchObject();
  return card;
}
