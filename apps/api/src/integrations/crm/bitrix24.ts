import { z } from 'zod';
import type { StoredStage } from '../../database/tables/crm.ts';
import { type CrmClient, CrmProblem, type Deal, type NewDeal, parseResponse, toKop } from './crm-client.ts';
import type { CrmHttp, CrmResponse } from './crm-http.ts';

const [DEAL, CONTACT] = [2, 3];
/** Marks the deals and contacts of this server. `originId` is the id of the lead. */
const ORIGINATOR = 'referral-dashboard';
const PAGE = 50;
const MAX_PIPELINES = 20;
/** The bucket of a portal holds 50 calls and loses two in a second. Other programs of the company share it. */
const RATE = { perSecond: 2, burst: 10 };

const deal = z.object({
  id: z.coerce.string(),
  stageId: z.string(),
  opportunity: z.coerce.number().nullish(),
  currencyId: z.string().nullish(),
  createdTime: z.coerce.date(),
  updatedTime: z.coerce.date(),
});
const items = z.object({ result: z.object({ items: z.array(z.object({ id: z.coerce.string() })) }) });
const deals = z.object({ result: z.object({ items: z.array(deal) }), next: z.number().optional() });
const oneDeal = z.object({ result: z.object({ item: deal }) });
const added = z.object({ result: z.object({ item: z.object({ id: z.coerce.string() }) }) });
const categories = z.object({
  result: z.object({ categories: z.array(z.object({ id: z.coerce.number(), name: z.string() })) }),
});
const statuses = z.object({
  result: z.array(z.object({ STATUS_ID: z.string(), NAME: z.string(), SEMANTICS: z.string().nullish() })),
});
const refusal = z.object({ error: z.coerce.string(), error_description: z.string().optional() });

const toDeal = ({ id, stageId, opportunity, currencyId, ...times }: z.infer<typeof deal>): Deal => ({
  id,
  stage: stageId,
  amountKop: currencyId === 'RUB' ? toKop(opportunity) : null,
  createdAt: times.createdTime,
  changedAt: times.updatedTime,
});

/** Calls of Битрикс24 through an incoming webhook, `https://{portal}/rest/{user}/{secret}/`. */
export function createBitrix24(http: CrmHttp, hook: string): CrmClient {
  async function call<Schema extends z.ZodType>(
    method: string,
    params: object,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const url = new URL(`${method}.json`, hook).href;
    const { json } = await http.call(RATE, { method: 'POST', url, body: params }, findRefusal);
    return parseResponse(schema, json);
  }

  const byLead = (leadId: string) => ({ originatorId: ORIGINATOR, originId: leadId });

  async function find(entityTypeId: number, leadId: string): Promise<string | undefined> {
    const filter = byLead(leadId);
    const params = { entityTypeId, filter, select: ['id'], order: { id: 'ASC' } };
    const { result } = await call('crm.item.list', params, items);
    return result.items[0]?.id;
  }

  const add = async (entityTypeId: number, leadId: string, fields: object) => {
    const params = { entityTypeId, fields: { ...fields, ...byLead(leadId) } };
    return (await call('crm.item.add', params, added)).result.item.id;
  };

  return {
    async listStages() {
      const { result } = await call('crm.category.list', { entityTypeId: DEAL }, categories);
      const stages: StoredStage[] = [];
      for (const { id, name } of result.categories.slice(0, MAX_PIPELINES)) {
        const ENTITY_ID = id === 0 ? 'DEAL_STAGE' : `DEAL_STAGE_${id}`;
        const params = { order: { SORT: 'ASC' }, filter: { ENTITY_ID } };
        const found = await call('crm.status.list', params, statuses);
        stages.push(
          ...found.result.map(({ STATUS_ID, NAME, SEMANTICS }) => ({
            ...{ id: STATUS_ID, name: NAME, pipeline: name },
            kind:
              SEMANTICS === 'S'
                ? ('won' as const)
                : SEMANTICS === 'F'
                  ? ('lost' as const)
                  : ('open' as const),
          })),
        );
      }
      return stages;
    },

    async lastDeals() {
      const read = (start: number) =>
        call('crm.item.list', { entityTypeId: DEAL, order: { id: 'DESC' }, start }, deals);
      const first = await read(0);
      const second = first.next === undefined ? [] : (await read(PAGE)).result.items;
      return [...first.result.items, ...second].map(toDeal);
    },

    async readDeal(id) {
      try {
        return toDeal(
          (await call('crm.item.get', { entityTypeId: DEAL, id: Number(id) }, oneDeal)).result.item,
        );
      } catch (error) {
        if (error instanceof CrmProblem && error.kind === 'refused' && error.message === NOT_FOUND)
          return undefined;
        throw error;
      }
    },

    findDeal: ({ leadId }) => find(DEAL, leadId),

    async createDeal({ leadId, ...lead }) {
      // A deal without its contact may exist after an interrupted attempt, so a contact is searched, too.
      const contact =
        (await find(CONTACT, leadId)) ??
        (await add(CONTACT, leadId, { name: lead.name, fm: toContacts(lead), opened: 'Y' }));
      return add(DEAL, leadId, {
        title: `${lead.number} ${lead.name}`.trim(),
        contactIds: [Number(contact)],
        comments: [lead.company, lead.comment].filter(Boolean).join('\n'),
        ...(lead.stage !== null && { stageId: lead.stage, categoryId: categoryOf(lead.stage) }),
      });
    },
  };
}

/** Stages of other pipelines than the first one begin with `C` and the number of the pipeline. */
const categoryOf = (stage: string) => Number(/^C(\d+):/.exec(stage)?.[1] ?? 0);

const toContacts = ({ phone, email }: Pick<NewDeal, 'phone' | 'email'>) => [
  { typeId: 'PHONE', valueType: 'WORK', value: phone },
  ...(email === '' ? [] : [{ typeId: 'EMAIL', valueType: 'WORK', value: email }]),
];

const NOT_FOUND = 'Такой сделки нет в Битрикс24.';

/** Codes that an owner has to act on. */
const REFUSED_KEYS: Readonly<Record<string, string>> = {
  INVALID_CREDENTIALS:
    'Битрикс24 не принимает вебхук: его удалили или заменили. Создайте новый и обновите адрес.',
  NO_AUTH_FOUND: 'В адресе вебхука нет секрета. Скопируйте адрес целиком.',
  expired_token: 'Срок вебхука истек. Создайте новый и обновите адрес.',
  insufficient_scope: 'У вебхука нет права «CRM». Добавьте его в Битрикс24.',
  user_access_error: 'У создателя вебхука нет доступа к CRM.',
  ACCESS_DENIED: 'Битрикс24 закрыл доступ: проверьте тариф и права создателя вебхука.',
  OVERLOAD_LIMIT: 'Битрикс24 заблокировал запросы. Обратитесь в его поддержку.',
  PORTAL_DELETED: 'Портал Битрикс24 закрыт.',
  ERROR_METHOD_NOT_FOUND: 'По этому адресу нет нужных методов. Проверьте адрес и право «CRM».',
};

function findRefusal({ status, json }: CrmResponse): CrmProblem | undefined {
  const parsed = refusal.safeParse(json);
  const { error, error_description = '' } = parsed.data ?? { error: '' };
  if (error === 'QUERY_LIMIT_EXCEEDED')
    return new CrmProblem('limited', 'Битрикс24 просит подождать: слишком много запросов.', {
      retryAfterS: 1,
    });
  if (error === 'OPERATION_TIME_LIMIT' || status === 429)
    return new CrmProblem('limited', 'Битрикс24 просит подождать: исчерпано время запросов.', {
      retryAfterS: 60,
    });
  const keys = REFUSED_KEYS[error];
  if (keys !== undefined) return new CrmProblem('unauthorized', keys);
  if (status >= 500) return new CrmProblem('unreachable', `Битрикс24 ответил ошибкой ${status}.`);
  if (status === 401 || status === 403)
    return new CrmProblem('unauthorized', `Битрикс24 закрыл доступ, ответ ${status}.`);
  if (parsed.success) {
    const isMissing = error === 'NOT_FOUND' || /^not found/i.test(error_description);
    return new CrmProblem(
      'refused',
      isMissing ? NOT_FOUND : `Битрикс24 отказал: "${error_description || error}"`,
    );
  }
  if (status >= 300 || json === undefined)
    return new CrmProblem('refused', 'По этому адресу отвечает не Битрикс24. Проверьте адрес.', {
      mayBeExecuted: status < 300,
    });
  return undefined;
}
