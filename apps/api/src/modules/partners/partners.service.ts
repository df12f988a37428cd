import { randomUUIDv7 } from 'node:crypto';
import {
  machines,
  type NewPartner,
  type Partner,
  type PartnerExportQuery,
  type PartnerFilters,
  type PartnerMove,
  type PartnerPatch,
  type PartnerQuery,
  type PartnerStatus,
  type Role,
} from '@referral-dashboard/api-contract';
import { audit } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import { unless } from '../../platform/constraint.ts';
import { countsOf } from '../../platform/counts.ts';
import type { Db } from '../../platform/db.ts';
import { defined } from '../../platform/defined.ts';
import { invalid, noSuchObject } from '../../platform/errors.ts';
import { zoned } from '../../platform/export/columns.ts';
import { withSnapshot } from '../../platform/export/snapshot.ts';
import { checkMove, checkVersion } from '../../platform/transition.ts';
import type { Staff } from '../../platform/viewer.ts';
import { type Card, checkCard, emptyCard, namesOf } from './partner-card.ts';
import { entryView } from './partner-history.ts';
import { partnerSheet } from './partner-sheet.ts';
import { partnersRepo, partnerView } from './partners.repo.ts';

type Secret = { password: string; hash: string };
type Names = Pick<Card, 'phone' | 'last_name' | 'first_name' | 'father_name' | 'email'>;

/** The users behind the cards; whoever keeps them passes this in. */
export type UsersOfPartners = {
  newSecret: () => Promise<Secret>;
  find: (trx: Db, phone: string) => Promise<{ id: string; role: Role | null } | undefined>;
  enter: (trx: Db, invited: Names, secret: Secret, at: Date) => Promise<string | undefined>;
};

type Move = { to: PartnerStatus; only?: readonly PartnerStatus[]; needsReason?: true };

const MOVES = {
  approve: { to: 'active', only: ['pending'] },
  reject: { to: 'rejected', needsReason: true },
  reopen: { to: 'pending' },
  block: { to: 'blocked', needsReason: true },
  unblock: { to: 'active', only: ['blocked'] },
  archive: { to: 'archived' },
  restore: { to: 'active', only: ['archived'] },
} as const satisfies Record<string, Move>;

export type PartnerWord = keyof typeof MOVES;
export type PartnersService = ReturnType<typeof createPartnersService>;

const phoneTaken = () => invalid({ phone: ['Партнер с таким телефоном уже есть.'] });

export function createPartnersService(db: Db, clock: Clock, users: UsersOfPartners) {
  const note = (trx: Db, staff: Staff, action: string, objectId: string, diff: Record<string, unknown>) =>
    audit(trx, {
      organizationId: staff.organizationId,
      actorId: staff.userId,
      requestId: staff.requestId,
      action: `partner.${action}`,
      kind: 'partner',
      objectId,
      diff,
      at: clock(),
    });
  const get = async (trx: Db, { organizationId }: Staff, id: string): Promise<Partner> => {
    const partner = await partnersRepo(trx).find(organizationId, id, clock());
    if (partner === undefined) throw noSuchObject();
    return partner;
  };
  const locked = async (trx: Db, { organizationId }: Staff, id: string) => {
    const row = await partnersRepo(trx).findLocked(organizationId, id);
    if (row === undefined) throw noSuchObject();
    return row;
  };

  return {
    list: (staff: Staff, query: PartnerQuery) => partnersRepo(db).page(staff.organizationId, query, clock()),

    counts: async (staff: Staff, filters: PartnerFilters) =>
      countsOf(machines.partner, await partnersRepo(db).counts(staff.organizationId, filters)),

    export: ({ organizationId }: Staff, query: PartnerExportQuery) => ({
      sheet: partnerSheet,
      read: withSnapshot(db, partnersRepo(db).all(organizationId, query, clock()), zoned(partnerView)),
    }),

    get: (staff: Staff, id: string) => get(db, staff, id),

    async history(staff: Staff, id: string) {
      await get(db, staff, id);
      return { results: (await partnersRepo(db).history(staff.organizationId, id)).map(entryView) };
    },

    /** A card, and a user to sign in with unless the phone has one: whoever has a password keeps it and is told none. */
    async create(staff: Staff, given: NewPartner) {
      const card: Card = { ...emptyCard, ...defined(given), kind: given.kind, phone: given.phone };
      checkCard(card);
      const secret = await users.newSecret();
      return db.transaction().execute(async (trx) => {
        const [id, at] = [randomUUIDv7(), clock()];
        const known = await users.find(trx, card.phone);
        if (known !== undefined && known.role !== 'partner') {
          throw invalid({ phone: ['Этот номер принадлежит пользователю, который не может быть партнером.'] });
        }
        const userId = known?.id ?? (await users.enter(trx, namesForUser(card), secret, at));
        if (userId === undefined) throw phoneTaken();
        const row = {
          ...card,
          ...namesOf(card),
          organization_id: staff.organizationId,
          id,
          user_id: userId,
          status: known === undefined ? machines.partner.initial : ('active' as const),
          created_at: at,
          updated_at: at,
        };
        await unless('partners_phone', phoneTaken, () => partnersRepo(trx).insert(row));
        await note(trx, staff, 'create', id, { status: row.status });
        return {
          ...(await get(trx, staff, id)),
          one_time_password: known === undefined ? secret.password : null,
        };
      });
    },

    update: (staff: Staff, id: string, { version, ...patch }: PartnerPatch) =>
      db.transaction().execute(async (trx) => {
        const row = await locked(trx, staff, id);
        checkVersion(row, version);
        const given = defined(patch);
        const card: Card = { ...row, ...given };
        checkCard(card);
        await partnersRepo(trx).update(staff.organizationId, id, {
          ...given,
          ...namesOf(card),
          updated_at: clock(),
        });
        await note(trx, staff, 'update', id, { changed: Object.keys(given) });
        return get(trx, staff, id);
      }),

    move: (staff: Staff, id: string, word: PartnerWord, { reason, version }: PartnerMove) =>
      db.transaction().execute(async (trx) => {
        const row = await locked(trx, staff, id);
        checkVersion(row, version);
        const { to, only, needsReason }: Move = MOVES[word];
        checkMove(machines.partner, row.status, to, only);
        if (needsReason && reason === '') throw invalid({ reason: ['Укажите причину.'] });
        await partnersRepo(trx).update(staff.organizationId, id, {
          status: to,
          status_reason: reason,
          updated_at: clock(),
        });
        await note(trx, staff, word, id, { from: row.status, to, reason });
        return get(trx, staff, id);
      }),

    /** The first sign-in of those who were invited. */
    welcome: (userId: string) =>
      db.transaction().execute(async (trx) => {
        const at = clock();
        for (const { organization_id, id } of await partnersRepo(trx).welcome(userId, at)) {
          await audit(trx, {
            organizationId: organization_id,
            actorId: userId,
            requestId: '',
            action: 'partner.first-sign-in',
            kind: 'partner',
            objectId: id,
            diff: { from: 'invited', to: 'active' },
            at,
          });
        }
      }),
  };
}

const namesForUser = ({ phone, last_name, first_name, father_name, email }: Card): Names => ({
  phone,
  last_name,
  first_name,
  father_name,
  email,
});
