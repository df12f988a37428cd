import { type StubCall, type StubResponse, startStub } from './crm-stub.ts';

type Item = Record<string, unknown> & { id: number };

const STAGES = [
  { STATUS_ID: 'NEW', NAME: 'Новая', SEMANTICS: null },
  { STATUS_ID: 'EXECUTING', NAME: 'В работе', SEMANTICS: null },
  { STATUS_ID: 'WON', NAME: 'Сделка успешна', SEMANTICS: 'S' },
  { STATUS_ID: 'LOSE', NAME: 'Сделка провалена', SEMANTICS: 'F' },
];

const SECRET = 'abc123secret';

const refuse = (status: number, error: string, error_description: string): StubResponse => ({
  status,
  json: { error, error_description },
});

/** 503 of a full bucket. */
export const QUERY_LIMIT = refuse(503, 'QUERY_LIMIT_EXCEEDED', 'Too many requests');

/** A portal of Битрикс24 with two pipelines, an incoming webhook, and the documented answers of its methods. */
export async function startBitrix24() {
  const stages = new Map([
    ['DEAL_STAGE', STAGES],
    ['DEAL_STAGE_5', [{ STATUS_ID: 'C5:NEW', NAME: 'Заявка', SEMANTICS: null }]],
  ]);
  const items: Record<number, Item[]> = { 2: [], 3: [] };
  const portal = { secret: SECRET, stages, deals: items[2] ?? [], contacts: items[3] ?? [] };
  let lastId = 0;
  const clock = { now: () => new Date() };

  function add(entityTypeId: number, fields: Record<string, unknown>): Item {
    lastId += 1;
    const at = clock.now().toISOString();
    const deal = { stageId: 'NEW', categoryId: 0, opportunity: 0, currencyId: 'RUB' };
    const item = { ...(entityTypeId === 2 && deal), ...fields, id: lastId, createdTime: at, updatedTime: at };
    items[entityTypeId]?.push(item);
    return item;
  }

  function list({ entityTypeId, filter = {}, order = {}, start = 0 }: Record<string, unknown>): StubResponse {
    const wanted = Object.entries(filter as object);
    const isDescending = (order as Record<string, string>)['id'] === 'DESC';
    const found = (items[Number(entityTypeId)] ?? [])
      .filter((item) => wanted.every(([name, value]) => item[name] === value))
      .toSorted((a, b) => (isDescending ? b.id - a.id : a.id - b.id));
    const [from, to] = [Number(start), Number(start) + 50];
    const next = to < found.length ? { next: to } : {};
    return { status: 200, json: { result: { items: found.slice(from, to) }, ...next, total: found.length } };
  }

  const methods: Record<string, (body: Record<string, unknown>) => StubResponse> = {
    'crm.category.list': () => ({
      status: 200,
      json: {
        result: {
          categories: [
            { id: 0, name: 'Общая', isDefault: 'Y' },
            { id: 5, name: 'Опт', isDefault: 'N' },
          ],
        },
      },
    }),
    'crm.status.list': ({ filter }) => ({
      status: 200,
      json: { result: stages.get(String((filter as Record<string, unknown>)['ENTITY_ID'])) ?? [] },
    }),
    'crm.item.list': list,
    'crm.item.get': ({ entityTypeId, id }) => {
      const item = items[Number(entityTypeId)]?.find((one) => one.id === id);
      return item === undefined
        ? refuse(400, 'NOT_FOUND', 'Элемент не найден')
        : { status: 200, json: { result: { item } } };
    },
    'crm.item.add': ({ entityTypeId, fields }) => ({
      status: 200,
      json: { result: { item: add(Number(entityTypeId), fields as Record<string, unknown>) } },
    }),
  };

  const stub = await startStub(({ path, body }: StubCall) => {
    const [, rest, user, secret, method = ''] = path.split('/');
    if (rest !== 'rest') return { status: 404 };
    if (user !== '1' || secret !== portal.secret)
      return refuse(401, 'INVALID_CREDENTIALS', 'Invalid request credentials');
    const run = methods[method.replace(/\.json$/, '')];
    return (
      run?.((body ?? {}) as Record<string, unknown>) ??
      refuse(404, 'ERROR_METHOD_NOT_FOUND', 'Method not found')
    );
  });
  return Object.assign(stub, {
    portal,
    clock,
    hook: `${stub.url}/rest/1/${SECRET}/`,
    /** Adds a deal that no lead belongs to, as an employee does. */
    addDeal: (fields: Record<string, unknown> = {}) => add(2, { title: 'Сделка', ...fields }),
    /** Changes a deal, as an employee does. */
    changeDeal(id: number, fields: Record<string, unknown>) {
      const deal = portal.deals.find((one) => one.id === id);
      Object.assign(deal ?? {}, fields, { updatedTime: clock.now().toISOString() });
    },
    methods: () =>
      stub.calls.map(({ path }) =>
        path
          .split('/')
          .at(-1)
          ?.replace(/\.json$/, ''),
      ),
  });
}

export type Bitrix24Stub = Awaited<ReturnType<typeof startBitrix24>>;
