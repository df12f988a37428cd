import { z } from 'zod';
import { byId, type RouteContract } from '../base/route.ts';
import { getStates, stateMachines } from '../base/state-machines.ts';
import { numbered } from '../values/references.ts';
import { password, text } from '../values/text.ts';
import { changes, flag, id, oneOf, version } from '../values/values.ts';
import { CRM_KINDS, CRM_LEAD_STATUSES, CRM_STAGE_KINDS, CRM_STATES, MAX_CRM_STAGES } from './crm-kinds.ts';

const address = text({ max: 500 }).refine(
  (value) => /^https?:\/\//i.test(value) && URL.canParse(value),
  'Введите адрес вида https://example.ru.',
);
const token = text({ max: 4000 });
const stageId = text({ max: 100 });

/** Keys of an integration of amoCRM whose tokens are renewed. */
const oauth = changes(
  {
    client_id: text({ max: 200 }),
    client_secret: text({ max: 500 }),
    code: text({ max: 4000 }).describe('Authorization code. It is valid for 20 minutes and used once.'),
    redirect_uri: text({ max: 500 }),
  },
  'Введите ключи интеграции.',
);

const mapping = z
  .array(
    changes(
      {
        stage: stageId,
        status: oneOf(CRM_LEAD_STATUSES).nullable().describe('Null: deals in the stage change nothing.'),
      },
      'Введите стадию и статус.',
    ),
    'Введите список стадий.',
  )
  .max(MAX_CRM_STAGES, 'Слишком много стадий.')
  .refine((rows) => new Set(rows.map(({ stage }) => stage)).size === rows.length, 'Стадия указана дважды.');

const crmStage = z.object({
  id: z.string(),
  name: z.string(),
  pipeline: z.string().describe('Name of the pipeline.'),
  kind: z.enum(CRM_STAGE_KINDS),
  status: z.enum(CRM_LEAD_STATUSES).nullable(),
  is_mapped: z.boolean().describe('False for a stage that is new in the CRM: its deals are ignored.'),
  is_removed: z.boolean().describe('True for a mapped stage that the CRM does not have any more.'),
});
export type CrmStage = z.infer<typeof crmStage>;

/** Connection of the organization to its CRM. Keys are never returned. */
export const crmConnection = z.object({
  id: z.uuid(),
  kind: z.enum(CRM_KINDS),
  address: z.string(),
  is_on: z.boolean(),
  state: z.enum(CRM_STATES),
  cause: z.string().describe('Why the calls fail; empty in the state `connected`.'),
  stages: z.array(crmStage),
  stages_read_at: z.iso.datetime(),
  programs: z.array(z.uuid()).nullable().describe('Programs whose leads become deals. Null: all.'),
  first_stage: z.string().nullable().describe('Stage of new deals. Null: the CRM selects it.'),
  deals: z
    .object({
      sent: z.int(),
      waiting: z.int(),
      failed: z.int(),
      last_sent_at: z.iso.datetime().nullable(),
      problem: z.string().describe('Of the last attempt that failed; empty when none did.'),
    })
    .describe(
      'Leads that became deals, wait, or were given up after three days. Each is counted up to 1,000.',
    ),
  inbound_path: z
    .string()
    .nullable()
    .describe('Path of this server that the CRM sends its events to. It is a secret. Null: issue one.'),
  has_application_token: z.boolean().describe('Битрикс24: the token of the outgoing webhook is known.'),
  last_event_at: z.iso.datetime().nullable(),
  last_event: z.string().describe('Why the last event was ignored; empty when it was not.'),
  version: z.int(),
  created_at: z.iso.datetime(),
});
export type CrmConnection = z.infer<typeof crmConnection>;

const PASSWORD = 'Password of the caller. A stolen session cannot send leads elsewhere.';

export const newCrmConnection = z
  .object({
    kind: oneOf(CRM_KINDS),
    address: address.describe(
      'Битрикс24: the address of an incoming webhook. amoCRM: the address of the account.',
    ),
    token: token.optional().describe('amoCRM: a long-lived token.'),
    oauth: oauth.optional().describe('amoCRM: instead of `token`.'),
    password: password.describe(PASSWORD),
  })
  .refine(({ kind, ...keys }) => kind !== 'amocrm' || keys.token !== undefined || keys.oauth !== undefined, {
    path: ['token'],
    error: 'Введите токен.',
  });
export type NewCrmConnection = z.output<typeof newCrmConnection>;

export const crmConnectionPatch = changes({
  ...z
    .object({
      is_on: flag,
      mapping,
      programs: z
        .array(id, 'Введите список программ.')
        .min(1, 'Выберите хотя бы одну программу.')
        .max(200)
        .nullable(),
      first_stage: stageId.nullable(),
      application_token: text({ max: 200 }).describe('Битрикс24: the token of the outgoing webhook.'),
      address,
      token,
      oauth: oauth.describe('amoCRM: instead of `token`.'),
      password: password.describe(`${PASSWORD} Required with new keys.`),
    })
    .partial().shape,
  version,
}).refine(
  ({ address, token, oauth, password }) =>
    (address === undefined && token === undefined && oauth === undefined) || password !== undefined,
  { path: ['password'], error: 'Введите пароль.' },
);
export type CrmConnectionPatch = z.output<typeof crmConnectionPatch>;

/** Effect of a mapping on the last deals, without changes. */
export const crmPreview = z.object({
  deals: z.int().describe('Number of deals that were read, at most 100.'),
  foreign: z.int().describe('Deals that no lead of the organization belongs to.'),
  unchanged: z.int().describe('Deals whose leads already have the status.'),
  moves: z.array(
    z.object({
      lead: numbered,
      stage: z.string().describe('Name of the stage.'),
      from: z.enum(getStates(stateMachines.lead)),
      to: z.enum(CRM_LEAD_STATUSES),
      problem: z.string().describe('Why the lead would not move; empty when it would.'),
    }),
  ),
  unmapped: z.array(z.object({ stage: z.string(), deals: z.int() })),
});
export type CrmPreview = z.infer<typeof crmPreview>;

const PATH = '/api/referral/crm-connections/';
const ONE = `${PATH}{id}/` as const;
const access = ['organization'] as const;

/** Calls for the CRM connections of an organization. */
export const crmRoutes = {
  crmConnections: {
    method: 'GET',
    path: PATH,
    name: 'CRM connections',
    access,
    response: z.object({ results: z.array(crmConnection) }),
  },
  createCrmConnection: {
    method: 'POST',
    path: PATH,
    name: 'New CRM connection',
    access,
    cost: 'creation',
    idempotency: 'once',
    body: newCrmConnection,
    status: 201,
    response: crmConnection,
  },
  updateCrmConnection: {
    method: 'PATCH',
    path: ONE,
    name: 'CRM connection changed',
    access,
    params: byId,
    body: crmConnectionPatch,
    response: crmConnection,
  },
  deleteCrmConnection: {
    method: 'DELETE',
    path: ONE,
    name: 'Removal of a CRM connection',
    access,
    params: byId,
    status: 204,
    response: z.undefined(),
  },
  refreshCrmConnection: {
    method: 'POST',
    path: `${ONE}refresh/`,
    name: 'Stages read from the CRM again',
    access,
    params: byId,
    response: crmConnection,
  },
  rotateCrmAddress: {
    method: 'POST',
    path: `${ONE}rotate/`,
    name: 'New address for the events of a CRM',
    access,
    params: byId,
    response: crmConnection,
  },
  receiveCrmEvent: {
    method: 'POST',
    path: '/api/public/crm/{code}/',
    name: 'Event of a CRM',
    access: 'public',
    params: z.object({ code: z.string().max(100) }),
    body: z.looseObject({}),
    response: z.object({}),
  },
  previewCrmMapping: {
    method: 'POST',
    path: `${ONE}preview/`,
    name: 'Effect of a mapping on the last deals',
    access,
    params: byId,
    body: z.object({ mapping }),
    response: crmPreview,
  },
} as const satisfies Record<string, RouteContract>;
