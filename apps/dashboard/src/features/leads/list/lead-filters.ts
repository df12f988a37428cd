import { leadRoutes, type Role } from '@referral-dashboard/api-contract';
import {
  createTagFilter,
  getPartnerFilters,
  programFilter,
  sourceFilter,
} from '@/entities/reference/filters.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { type Filter, periodFilter, type Tab } from '@/shared/list/definition.ts';

export const leadTabs: readonly Tab[] = [
  { label: 'Новые', states: ['new'], empty: 'Новых лидов нет, все разобраны' },
  { label: 'В работе', states: ['in_progress'], empty: 'В работе ничего нет' },
  { label: 'Подтвержденные', states: ['qualified'], empty: 'Подтвержденных лидов нет' },
  { label: 'Сделки', states: ['won'], empty: 'Сделок пока нет' },
  { label: 'Не состоялись', states: ['lost'], empty: 'Несостоявшихся сделок нет' },
  { label: 'Отклоненные', states: ['rejected'], empty: 'Отклоненных лидов нет' },
  { label: 'Дубли', states: ['duplicate'], empty: 'Дублей нет' },
];

const commonFilters: readonly Filter[] = [sourceFilter, periodFilter('created', 'Создан')];

const toOption = (value: string) => ({ value, label: value });

const createLeadTagFilter = (name: 'utm_source' | 'utm_campaign') =>
  createTagFilter(
    name,
    (search) =>
      useApiQuery(leadRoutes.leadTags, { query: { name, search } }, { keepPrevious: true }).data?.results.map(
        toOption,
      ) ?? [],
  );

/** Only organizations can filter leads by UTM tags. */
const getTagFilters = (role: Role): readonly Filter[] =>
  role === 'organization' ? [createLeadTagFilter('utm_source'), createLeadTagFilter('utm_campaign')] : [];

export const getLeadFilters = (role: Role): readonly Filter[] => [
  programFilter,
  ...getPartnerFilters(role),
  ...commonFilters,
  ...getTagFilters(role),
];
