import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { createLimits } from '../../platform/http/limits/limits.ts';
import type { QueueWatch } from '../../platform/queue.ts';
import { createPasswordPolicy, type PasswordStrength } from '../passwords/password-policy.ts';
import { createPasswordRenewal } from '../passwords/password-renewal.ts';
import { createPasswordStrength } from '../passwords/password-strength.ts';
import { createPasswords, type PasswordSettings } from '../passwords/passwords.ts';
import { createAuthenticate } from '../sessions/authenticate.ts';
import { createSessions, type RefreshEvent, type SessionSettings } from '../sessions/sessions.ts';
import { createTokens, type TokenSettings } from '../sessions/tokens.ts';
import type { Captcha } from '../sign-in/captcha.ts';
import { createCredentials } from '../sign-in/credentials.ts';
import { createSignIn } from '../sign-in/sign-in.ts';
import { type Attempt, createSignInLimits } from '../sign-in/sign-in-limits.ts';
import { createAccess } from './access.ts';
import { accountsRepo } from './accounts.repo.ts';
import { accountsRoutes } from './accounts.routes.ts';
import { createAccountsService } from './accounts.service.ts';
import { createFounding } from './founding.ts';
import { createJoining } from './joining.ts';
import { createPeople } from './people.ts';
import { createSecurityService } from './security.service.ts';

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
  /** Rates new passwords. Default: zxcvbn with common Russian passwords. */
  passwordStrength?: PasswordStrength | undefined;
  /** Called after every exchange of a refresh token. */
  onRefresh?: (event: RefreshEvent) => void;
  /** Called after every sign-in with a wrong phone or password. */
  onFailedSignIn?: (attempt: Attempt) => void;
  /** Observes the queue of password computations. */
  onPasswords?: QueueWatch | undefined;
};

const ignore = () => undefined;

/** Wires accounts, passwords, sessions and sign-in. */
export function createAccounts({
  db,
  clock,
  settings,
  captcha,
  passwordStrength,
  ...observers
}: AccountsDeps) {
  const accounts = accountsRepo(db);
  const tokens = createTokens(settings.tokens, clock);
  const sessions = createSessions(db, tokens, clock, settings.sessions);
  const passwords = createPasswords(settings.passwords, observers.onPasswords);
  const policy = createPasswordPolicy(passwordStrength ?? createPasswordStrength());
  const credentials = createCredentials(db, passwords, clock);
  const counters = createLimits(db, clock);
  const limits = createSignInLimits(counters);
  const security = createSecurityService({ credentials, sessions, passwords, policy, limits, clock });
  const onFailed = observers.onFailedSignIn ?? ignore;
  const signIn = createSignIn({ credentials, sessions, policy, limits, captcha, onFailed });
  const onRefresh = observers.onRefresh ?? ignore;
  const service = createAccountsService({ db, security, sessions, tokens, clock, onRefresh });
  const authenticate = createAuthenticate(tokens, accounts, sessions.overSince);

  return {
    authenticate,
    routes: (app: FastifyInstance) => accountsRoutes(app, service, signIn, security),
    people: createPeople(db, passwords, policy, clock),
    joining: createJoining({ db, authenticate, sessions, signIn }),
    access: createAccess(sessions, clock),
    renewPassword: createPasswordRenewal({ db, clock, sessions, passwords, policy }),
    checkPassword: security.checkPassword,
    createOrganizationWithOwner: createFounding({ db, clock, sessions, passwords, policy }),
    /** Ends all sessions of a user. */
    revokeSessions: (userId: string) => sessions.revokeAll(userId, 'ended'),
    /** Deletes expired sessions and counters. */
    async prune() {
      await sessions.prune();
      await counters.prune();
    },
  };
}
