import { z } from 'zod';
import { type CrmClient, CrmProblem, type Deal, parseResponse, toKop } from './crm-client.ts';
import type { CrmHttp, CrmRequest, CrmResponse } from './crm-http.ts';

const [WON, LOST] = [142, 143];
const LAST = 100;
/** Longest page of deals. */
const RECENT = 250;
const TAG = 'Реферальная программа';
/** An account accepts seven calls in a second from an integration. */
const RATE = { perSecond: 5, burst: 5 };

const lead = z.object({
  id: z.coerce.string(),
  name: z.string().nullish(),
  price: z.number().nullish(),
  status_id: z.number(),
  pipeline_id: z.number(),
  created_at: z.number(),
  updated_at: z.number(),
  is_deleted: z.boolean().nullish(),
});
const leads = z.object({ _embedded: z.object({ leads: z.array(lead) }) });
const created = z.array(z.object({ id: z.coerce.string() })).min(1);
const pipelines = z.object({
  _embedded: z.object({
    pipelines: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        is_archive: z.boolean().nullish(),
        _embedded: z.object({ statuses: z.array(z.object({ id: z.number(), name: z.string() })) }),
      }),
    ),
  }),
});
const tokens = z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.number() });
const problem = z.object({ detail: z.string().optional(), title: z.string().optional() });

/** Won and lost have the same id in all pipelines, so the id of a stage contains the pipeline. */
const stageId = (pipeline: number, status: number) => `${pipeline}/${status}`;

const toDeal = ({ id, status_id, pipeline_id, price, ...times }: z.infer<typeof lead>): Deal => ({
  id,
  stage: stageId(pipeline_id, status_id),
  amountKop: toKop(price),
  createdAt: new Date(times.created_at * 1000),
  changedAt: new Date(times.updated_at * 1000),
});

/** Runs a call with a valid access token, and again with a new one when the first is refused. */
export type WithToken = <Result>(run: (token: string) => Promise<Result>) => Promise<Result>;

/** Calls of amoCRM, API v4. */
export function createAmocrm(http: CrmHttp, address: string, withToken: WithToken): CrmClient {
  /** @returns undefined for an empty response, with which amoCRM reports that it found nothing. */
  const call = async <Schema extends z.ZodType>(
    { path, ...request }: Pick<CrmRequest, 'method' | 'body'> & { path: string },
    schema: Schema,
  ): Promise<z.output<Schema> | undefined> => {
    const url = new URL(path, address).href;
    const { status, json } = await withToken((token) =>
      http.call(RATE, { ...request, url, headers: { authorization: `Bearer ${token}` } }, findRefusal),
    );
    return status === 204 || status === 404 ? undefined : parseResponse(schema, json);
  };
  const get = <Schema extends z.ZodType>(path: string, schema: Schema) =>
    call({ method: 'GET', path }, schema);

  /** Finds the deal whose name begins with the number of a lead. */
  async function findNamed(number: string, path: string): Promise<string | undefined> {
    const found = await get(path, leads);
    return found?._embedded.leads.find(({ name }) => name === number || name?.startsWith(`${number} `))?.id;
  }

  return {
    async listStages() {
      const found = await get('/api/v4/leads/pipelines', pipelines);
      return (found?._embedded.pipelines ?? [])
        .filter(({ is_archive }) => is_archive !== true)
        .flatMap((pipeline) =>
          pipeline._embedded.statuses.map(({ id, name }) => ({
            ...{ id: stageId(pipeline.id, id), name, pipeline: pipeline.name },
            kind: id === WON ? ('won' as const) : id === LOST ? ('lost' as const) : ('open' as const),
          })),
        );
    },

    async lastDeals() {
      const found = await get(`/api/v4/leads?limit=${LAST}&order[id]=desc`, leads);
      return (found?._embedded.leads ?? []).map(toDeal);
    },

    async readDeal(id) {
      const found = await get(`/api/v4/leads/${encodeURIComponent(id)}`, lead);
      return found === undefined || found.is_deleted === true ? undefined : toDeal(found);
    },

    // The search of amoCRM knows new deals later than the list of the last ones.
    findDeal: async ({ number }) =>
      (await findNamed(number, `/api/v4/leads?query=${encodeURIComponent(number)}&order[id]=asc`)) ??
      (await findNamed(number, `/api/v4/leads?limit=${RECENT}&order[id]=desc`)),

    async createDeal({ number, name, phone, email, company, stage }) {
      const [pipeline_id, status_id] = stage === null ? [] : stage.split('/').map(Number);
      const body = [
        {
          name: [number, name, company].filter(Boolean).join(' '),
          ...(stage !== null && { pipeline_id, status_id }),
          _embedded: {
            tags: [{ name: TAG }],
            contacts: [
              {
                first_name: name,
                custom_fields_values: [
                  { field_code: 'PHONE', values: [{ value: phone, enum_code: 'WORK' }] },
                  ...(email === ''
                    ? []
                    : [{ field_code: 'EMAIL', values: [{ value: email, enum_code: 'WORK' }] }]),
                ],
              },
            ],
          },
        },
      ];
      const added = await call({ method: 'POST', path: '/api/v4/leads/complex', body }, created);
      const id = added?.[0]?.id;
      if (id === undefined) throw new CrmProblem('unreachable', 'Номер сделки не пришел из amoCRM.');
      return id;
    },
  };
}

export type AmocrmTokens = { access_token: string; refresh_token: string; expires_at: string };

/** Exchanges an authorization code or a refresh token, which then is not valid any more, for new tokens. @throws CrmProblem */
export async function exchangeTokens(
  http: CrmHttp,
  address: string,
  body: Record<string, string>,
  now: Date,
): Promise<AmocrmTokens> {
  const url = new URL('/oauth2/access_token', address).href;
  const isCode = body['grant_type'] === 'authorization_code';
  const { json } = await http.call(RATE, { method: 'POST', url, body }, (response) =>
    [400, 401].includes(response.status)
      ? new CrmProblem('unauthorized', isCode ? CODE_REFUSED : REVOKED)
      : findRefusal(response),
  );
  const { expires_in, ...pair } = parseResponse(tokens, json);
  return { ...pair, expires_at: new Date(now.getTime() + expires_in * 1000).toISOString() };
}

const REVOKED = 'Токен amoCRM не принят: его отозвали, или срок истек. Создайте новый и замените прежний.';

const CODE_REFUSED =
  'Код не принят: он действует 20 минут и только один раз. Скопируйте новый код и проверьте остальные ключи интеграции.';

const OTHER_SERVER = 'По этому адресу отвечает не amoCRM. Проверьте адрес.';

function findRefusal({ status, json }: CrmResponse): CrmProblem | undefined {
  if (status === 429)
    return new CrmProblem('limited', 'Сервер amoCRM просит подождать: слишком много запросов.', {
      retryAfterS: 1,
    });
  if (status === 401) return new CrmProblem('unauthorized', REVOKED);
  if (status === 402) return new CrmProblem('unauthorized', 'Аккаунт amoCRM не оплачен.');
  if (status === 403) return new CrmProblem('unauthorized', 'Доступ этой интеграции к amoCRM закрыт.');
  if (status >= 500) return new CrmProblem('unreachable', `Сервер amoCRM ответил ошибкой ${status}.`);
  if (status === 204 || (status === 404 && json !== undefined)) return undefined;
  if (status === 404) return new CrmProblem('refused', OTHER_SERVER);
  if (status >= 400) {
    const { detail, title } = problem.safeParse(json).data ?? {};
    return new CrmProblem('refused', `Отказ amoCRM: "${detail ?? title ?? status}"`);
  }
  if (status >= 300 || json === undefined)
    return new CrmProblem('refused', OTHER_SERVER, { mayBeExecuted: status < 300 });
  return undefined;
}
