import {
  ACCRUAL_KIND_LABELS,
  ACCRUAL_KINDS,
  clientRoutes,
  type Role,
} from '@referral-dashboard/api-contract';
import { getPartnerFilters, programFilter } from '@/entities/reference/filters.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { type Filter, periodFilter, type Tab } from '@/shared/list/definition.ts';

export const accrualTabs: readonly Tab[] = [
  { label: 'На проверке', states: ['review'], empty: 'На проверке ничего нет, все разобрано' },
  { label: 'На удержании', states: ['hold'], empty: 'На удержании ничего нет' },
  { label: 'Доступны', states: ['available'], empty: 'К выплате ничего нет' },
  { label: 'В выплате', states: ['reserved'], empty: 'В выплатах ничего нет' },
  { label: 'Выплачены', states: ['paid'], empty: 'Выплаченного пока нет' },
  { label: 'Отменены', states: ['canceled'], empty: 'Отмененных начислений нет' },
];

const client: Filter = {
  kind: 'reference',
  name: 'client',
  label: 'Клиент',
  useOptions: (search) => {
    const query = { search, page_size: '50' } as const;
    const { data } = useApiQuery(clientRoutes.clients, { query }, { keepPrevious: true });
    return data?.results.map(({ id, number, name }) => ({ value: id, label: `${number} ${name}` })) ?? [];
  },
  useName: (id) => useApiQuery(clientRoutes.client, { params: { id } }).data?.name ?? '…',
};

const kind: Filter = {
  kind: 'choice',
  name: 'kind',
  label: 'Вид',
  options: ACCRUAL_KINDS.map((value) => ({ value, label: ACCRUAL_KIND_LABELS[value] })),
};

export const accrualFilters = (role: Role): readonly Filter[] => [
  ...getPartnerFilters(role),
  programFilter,
  client,
  kind,
  periodFilter('created', 'Начислено'),
];
