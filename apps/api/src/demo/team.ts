import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Position } from '@referral-dashboard/api-contract';
import { HOUR_MS } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { hashToken, newToken } from '../platform/one-time-token.ts';

type Colleague = {
  phone: string;
  last_name: string;
  first_name: string;
  father_name: string;
  position: Position;
};

const COLLEAGUES: readonly Colleague[] = [
  {
    phone: '+79000000101',
    last_name: 'Белова',
    first_name: 'Марина',
    father_name: 'Игоревна',
    position: 'accountant',
  },
  {
    phone: '+79000000102',
    last_name: 'Громов',
    first_name: 'Денис',
    father_name: 'Павлович',
    position: 'manager',
  },
];

const unpadded = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');

/** A hash of an unknown password. */
const unknownPasswordHash = () => `$argon2id$v=19$m=19456,t=2,p=1$${unpadded(16)}$${unpadded(32)}`;

/** Inserts colleagues of the owner, who need a password link to sign in, and an invitation of an employee. */
export async function insertTeam(trx: Db, organizationId: string, since: Date, now: Date) {
  for (const colleague of COLLEAGUES) {
    await trx
      .insertInto('users')
      .values({
        ...colleague,
        id: randomUUIDv7(),
        role: 'organization',
        organization_id: organizationId,
        email: '',
        password_hash: unknownPasswordHash(),
        created_at: since,
        updated_at: since,
      })
      .execute();
  }
  await trx
    .insertInto('invitations')
    .values({
      organization_id: organizationId,
      id: randomUUIDv7(),
      kind: 'employee',
      phone: '+79000000103',
      last_name: 'Орлова',
      first_name: 'Вера',
      father_name: 'Сергеевна',
      position: 'viewer',
      token_hash: hashToken(newToken()),
      created_by: null,
      created_at: now,
      expires_at: new Date(now.getTime() + 72 * HOUR_MS),
    })
    .execute();
}
