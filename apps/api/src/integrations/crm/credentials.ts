import type { CrmKind, NewCrmConnection } from '@referral-dashboard/api-contract';
import { z } from 'zod';
import { invalid } from '../../platform/errors.ts';
import { createSealer } from '../../platform/sealed.ts';

const oauthKeys = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  redirect_uri: z.string(),
  access_token: z.string(),
  refresh_token: z.string(),
  expires_at: z.string(),
});
const credentials = z.union([z.object({ hook: z.string() }), z.object({ token: z.string() }), oauthKeys]);

/** Keys of amoCRM whose access token is renewed. */
export type OauthKeys = z.infer<typeof oauthKeys>;
/** Keys of a connection: the address of an incoming webhook of Битрикс24, or the tokens of amoCRM. */
export type Credentials = z.infer<typeof credentials>;

type Owner = { organization_id: string; id: string };

export type CrmSealer = ReturnType<typeof createCrmSealer>;

/** Encrypts the keys of connections. */
export function createCrmSealer(secretKey: string) {
  const sealer = createSealer(secretKey, 'crm keys');
  const getOwner = ({ organization_id, id }: Owner) => `${organization_id}/${id}`;
  return {
    sealText: (owner: Owner, plain: string) => sealer.seal(plain, getOwner(owner)),
    openText: (owner: Owner, sealed: string) => sealer.open(sealed, getOwner(owner)),
    seal: (owner: Owner, keys: Credentials) => sealer.seal(JSON.stringify(keys), getOwner(owner)),

    /** @returns undefined for keys that were sealed with another key of the server. */
    open(owner: Owner & { credentials: string }): Credentials | undefined {
      const plain = sealer.open(owner.credentials, getOwner(owner));
      return plain === undefined ? undefined : credentials.parse(JSON.parse(plain));
    },
  };
}

const HOOK = /^\/rest\/\d+\/[A-Za-z0-9]+\/?$/;

/**
 * Reads the address that an owner entered. That of Битрикс24 contains the secret of an incoming webhook, and may end with a method.
 *
 * @throws ApiError 400
 */
export function readAddress(kind: CrmKind, entered: string): { origin: string; hook: string | undefined } {
  const { origin, pathname } = new URL(entered);
  if (kind === 'amocrm') return { origin, hook: undefined };
  const path = pathname.replace(/[\w.]+\.(json|xml)$/, '');
  if (!HOOK.test(path))
    throw invalid({
      address: ['Скопируйте адрес входящего вебхука целиком: в нем есть портал, номер сотрудника и секрет.'],
    });
  return { origin, hook: `${origin}${path.replace(/\/?$/, '/')}` };
}

/** Keys of a new connection, before the exchange of an authorization code. */
export type EnteredKeys = Pick<NewCrmConnection, 'kind' | 'address' | 'token' | 'oauth'>;
