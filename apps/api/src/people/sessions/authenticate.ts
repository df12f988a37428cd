import { DEFAULT_TIME_ZONE } from '@referral-dashboard/api-contract';
import { inBatches } from '../../platform/batches.ts';
import { unauthorized } from '../../platform/errors.ts';
import type { Authenticate } from '../../platform/http/principal.ts';
import type { accountsRepo, SessionClaim } from '../accounts/accounts.repo.ts';
import { isUuid } from '../accounts/uuid.ts';
import type { Sessions } from './sessions.ts';
import { accessRefused, TokenError } from './token-errors.ts';
import type { Claims, Tokens } from './tokens.ts';

const missing = () => unauthorized({ detail: 'Учетные данные не были предоставлены.' });

const malformed = () =>
  unauthorized({
    detail: 'Заголовок авторизации должен содержать два значения, разделенных пробелом',
    code: 'bad_authorization_header',
  });

/** Authenticates requests by a bearer access token with an active session and an active user. */
export function createAuthenticate(
  tokens: Tokens,
  accounts: ReturnType<typeof accountsRepo>,
  overSince: Sessions['overSince'],
): Authenticate {
  const find = inBatches((claims: readonly SessionClaim[]) => accounts.findInSessions(claims, overSince()));
  return async (header) => {
    const { userId, sessionId } = readClaims(tokens, parseBearer(header));
    if (userId === undefined) {
      throw unauthorized({ detail: 'Токен не содержит идентификатор пользователя', code: 'token_not_valid' });
    }
    const account = isUuid(userId)
      ? await find({
          userId: userId.toLowerCase(),
          sessionId: isUuid(sessionId) ? sessionId.toLowerCase() : null,
        })
      : undefined;
    if (account === undefined)
      throw unauthorized({ detail: 'Пользователь не найден', code: 'user_not_found' });
    const { is_active, session, is_live, organization_id, position, time_zone, ...person } = account;
    const { organization_name, support_url, ...user } = person;
    if (!is_active) throw unauthorized({ detail: 'Пользователь неактивен', code: 'user_inactive' });
    if (session === null || !is_live) throw accessRefused('invalid');
    return {
      user,
      organizationId: organization_id,
      organizationName: organization_name ?? '',
      position,
      timeZone: async () => time_zone ?? (await accounts.findTimeZoneOfCards(user.id)) ?? DEFAULT_TIME_ZONE,
      async support() {
        if (organization_name !== null && support_url !== null)
          return [{ organization: organization_name, url: support_url }];
        const cards = await accounts.findCards(user.id);
        return cards.length === 0
          ? []
          : accounts.findSupport(cards.map(({ organizationId }) => organizationId));
      },
      cards: () => accounts.findCards(user.id),
      sessionId: session,
    };
  };
}

/** The token in an `Authorization: Bearer` header. @throws ApiError 401 */
function parseBearer(header = ''): string {
  const [scheme, token, ...more] = header.trim().split(/\s+/);
  if (scheme !== 'Bearer') throw missing();
  if (token === undefined || more.length > 0) throw malformed();
  return token;
}

function readClaims(tokens: Tokens, token: string): Claims {
  try {
    return tokens.read(token, 'access');
  } catch (error) {
    throw error instanceof TokenError ? accessRefused(error.problem) : error;
  }
}
