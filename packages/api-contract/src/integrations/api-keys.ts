import { z } from 'zod';
import { byId, type RouteContract } from '../base/route.ts';
import { reference } from '../values/references.ts';
import { password, text } from '../values/text.ts';
import { integer, oneOf } from '../values/values.ts';

/** Rights of API keys: a kind of objects, and whether a key reads or writes them. */
export const API_SCOPES = [
  'leads:read',
  'leads:write',
  'clients:read',
  'clients:write',
  'sales:read',
  'sales:write',
  'partners:read',
  'partners:write',
  'programs:read',
  'accruals:read',
  'payments:read',
] as const;
export type ApiScope = (typeof API_SCOPES)[number];

/** Kinds of objects of the scopes, in the order of the forms. */
export const API_NOUN_LABELS = {
  leads: 'Лиды',
  clients: 'Клиенты',
  sales: 'Продажи',
  partners: 'Партнеры и ссылки',
  programs: 'Программы',
  accruals: 'Начисления',
  payments: 'Выплаты',
} as const;
export type ApiNoun = keyof typeof API_NOUN_LABELS;

export const API_SCOPE_LABELS = {
  'leads:read': 'Лиды: чтение',
  'leads:write': 'Лиды: запись',
  'clients:read': 'Клиенты: чтение',
  'clients:write': 'Клиенты: запись',
  'sales:read': 'Продажи: чтение',
  'sales:write': 'Продажи: запись',
  'partners:read': 'Партнеры и ссылки: чтение',
  'partners:write': 'Партнеры и ссылки: запись',
  'programs:read': 'Программы: чтение',
  'accruals:read': 'Начисления: чтение',
  'payments:read': 'Выплаты: чтение',
} as const satisfies Record<ApiScope, string>;

/** Start of the secret of every key. */
export const API_KEY_PREFIX = 'ref_live_';

/** Maximum number of calls of a key in a minute. */
export const API_KEY_CALLS_PER_MINUTE = 300;

/** Maximum number of active keys of an organization. */
export const MAX_API_KEYS = 50;

export const API_KEY_STATUSES = ['active', 'expired', 'revoked'] as const;
export type ApiKeyStatus = (typeof API_KEY_STATUSES)[number];
export const API_KEY_STATUS_LABELS = {
  active: 'Действует',
  expired: 'Срок истек',
  revoked: 'Отозван',
} as const satisfies Record<ApiKeyStatus, string>;

/** A key as its owners see it. The secret is not stored. */
export const apiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  prefix: z.string().describe('Start of the secret: ref_live_abcd.'),
  scopes: z.array(z.enum(API_SCOPES)),
  status: z.enum(API_KEY_STATUSES),
  created_by: reference.describe('The key never has more rights than this person.'),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable().describe('Null: the key has no end.'),
  last_used_at: z.iso.datetime().nullable().describe('Exact to a minute. Null: the key was not used.'),
  revoked_at: z.iso.datetime().nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

const MAX_DAYS = 3650;

export const newApiKey = z.object({
  name: text({ max: 100 }),
  scopes: z
    .array(oneOf(API_SCOPES), 'Выберите права ключа.')
    .min(1, 'Выберите хотя бы одно право.')
    .transform((scopes) => API_SCOPES.filter((scope) => scopes.includes(scope))),
  days: integer({ min: 1, max: MAX_DAYS })
    .nullable()
    .default(null)
    .describe('Number of days until the key expires. Null: the key has no end.'),
  password: password.describe('Password of the caller. A stolen session cannot create a key.'),
});
export type NewApiKey = z.output<typeof newApiKey>;

export const createdApiKey = z.object({
  ...apiKey.shape,
  secret: z.string().describe('The key. It is returned only here.'),
});
export type CreatedApiKey = z.infer<typeof createdApiKey>;

export const apiKeys = z.object({
  results: z.array(apiKey).describe('Active keys first, the newest first.'),
});
export type ApiKeys = z.infer<typeof apiKeys>;

/** Number of calls of a key that are kept. */
export const MAX_KEY_CALLS = 100;

export const apiKeyCalls = z.object({
  results: z
    .array(
      z.object({
        id: z.uuid(),
        method: z.string(),
        path: z.string().describe('Without the query, which may contain personal data.'),
        status: z.int(),
        duration_ms: z.int(),
        at: z.iso.datetime(),
      }),
    )
    .describe(
      'The last 100 calls, the newest first. Calls with a wrong key or beyond the limit are not included.',
    ),
});
export type ApiKeyCalls = z.infer<typeof apiKeyCalls>;

const BASE = '/api/referral/api-keys/';
const access = ['organization'] as const;

/** Calls for the API keys of an organization. */
export const apiKeyRoutes = {
  apiKeys: { method: 'GET', path: BASE, name: 'API keys', access, response: apiKeys },
  createApiKey: {
    method: 'POST',
    path: BASE,
    name: 'New API key',
    access,
    cost: 'creation',
    body: newApiKey,
    idempotency: 'once',
    status: 201,
    response: createdApiKey,
  },
  apiKeyCalls: {
    method: 'GET',
    path: `${BASE}{id}/calls/`,
    name: 'Last calls of an API key',
    access,
    params: byId,
    response: apiKeyCalls,
  },
  revokeApiKey: {
    method: 'POST',
    path: `${BASE}{id}/revoke/`,
    name: 'End of an API key',
    access,
    params: byId,
    response: apiKey,
  },
} as const satisfies Record<string, RouteContract>;
