import { randomUUIDv7 } from 'node:crypto';
import type { Setup, TokenPair } from '@referral-dashboard/api-contract';
import type { FastifyRequest } from 'fastify';
import { audit } from '../../audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';
import type { PasswordPolicy } from '../passwords/password-policy.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { accountsRepo } from './accounts.repo.ts';

export type FoundingDeps = {
  db: Db;
  clock: Clock;
  sessions: Sessions;
  passwords: Passwords;
  policy: PasswordPolicy;
};

/** Creates an organization with its first owner, and signs the owner in. */
export function createFounding({ db, clock, sessions, passwords, policy }: FoundingDeps) {
  /**
   * @param allow throws to refuse. It runs in the transaction, so a refusal changes nothing.
   * @throws ApiError 400 for a password that breaks the password rules.
   */
  return async (
    request: FastifyRequest,
    setup: Setup,
    allow: (trx: Db) => Promise<void>,
  ): Promise<TokenPair> => {
    const { token: _, organization, inn, password, ...person } = setup;
    const problem = await policy(password, person);
    if (problem !== undefined) throw invalid({ password: [problem] });
    const hash = await passwords.hash(password);
    return db.transaction().execute(async (trx) => {
      await allow(trx);
      const [accounts, id, at] = [accountsRepo(trx), randomUUIDv7(), clock()];
      const organizationId = await accounts.insertOrganization(at, { name: organization, inn });
      await accounts.insert([
        {
          ...person,
          id,
          role: 'organization',
          organization_id: organizationId,
          position: 'owner',
          password_hash: hash,
          created_at: at,
          updated_at: at,
        },
      ]);
      await audit(trx, {
        organizationId,
        actorId: id,
        requestId: request.id,
        at,
        action: 'organization.found',
        kind: 'organization',
        objectId: organizationId,
        diff: { name: organization, inn },
      });
      return sessions.open(trx, id, request.headers['user-agent'] ?? '');
    });
  };
}
