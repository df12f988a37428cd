import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { createLimits } from '../../platform/limits.ts';
import { accountsRepo } from './accounts.repo.ts';
import { accountsRoutes } from './accounts.routes.ts';
import { createAccountsService } from './accounts.service.ts';
import { createAuthenticate } from './authenticate.ts';
import type { Captcha } from './captcha.ts';
import { createPartnerUsers } from './partner-users.ts';
import { createPasswords, type PasswordSettings } from './passwords.ts';
import { createPeople } from './people.ts';
import { createSecurityService } from './security.service.ts';
import { createSessions, type RefreshEvent, type SessionSettings } from './sessions.ts';
import { type Attempt, createSignInLimits } from './sign-in-limits.ts';
import { createTokens, type TokenSettings } from './tokens.ts';

export type AccountsSettings = {
  tokens: TokenSettings;
  sessions: SessionSettings;
  passwords: PasswordSettings;
};

export type AccountsDeps = {
  db: Db;
  clock: Clock;
  settings: AccountsSettings;
  captcha: Captcha | undefined;
  /** Told of every exchange of a refresh token. */
  onRefresh?: (event: RefreshEvent) => void;
  /** Told of every wrong password or phone. */
  onFailedSignIn?: (attempt: Attempt) => void;
  /** Told of every sign-in before it is answered. */
  onSignIn?: (userId: string) => Promise<void>;
};

const ignore = () => undefined;

/** People, their passwords and sessions. */
export function createAccounts({ db, clock, settings, captcha, ...watchers }: AccountsDeps) {
  const accounts = accountsRepo(db);
  const tokens = createTokens(settings.tokens, clock);
  const sessions = createSessions(db, tokens, clock, settings.sessions);
  const passwords = createPasswords(settings.passwords);
  const limits = createLimits(db, clock);
  const signInLimits = createSignInLimits(limits);
  const security = createSecurityService({ accounts, sessions, passwords, clock, limits: signInLimits });
  const service = createAccountsService({
    accounts,
    sessions,
    tokens,
    passwords,
    limits: signInLimits,
    captcha,
    clock,
    onRefresh: watchers.onRefresh ?? ignore,
    onFailedSignIn: watchers.onFailedSignIn ?? ignore,
    onSignIn: watchers.onSignIn ?? (async () => undefined),
  });

  return {
    authenticate: createAuthenticate(tokens, accounts),
    routes: (app: FastifyInstance) => accountsRoutes(app, service, security),
    people: createPeople(db, passwords, clock),
    partnerUsers: createPartnerUsers(passwords),
    /** Ends all sessions of a user. */
    revokeSessions: sessions.revokeAll,
    /** Drops rows whose time has passed. */
    async prune() {
      await sessions.prune();
      await limits.prune();
    },
  };
}
