import { ACCRUAL_KIND_LABELS, ACCRUAL_KINDS, type Role } from '@referral-dashboard/api-contract';
import { getPartnerFilters, programFilter } from '@/entities/reference/filters.ts';
import { useClientName, useClientOptions } from '@/entities/reference/options.ts';
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
  useOptions: useClientOptions,
  useName: useClientName,
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
