import { ACCRUAL_KIND_LABELS, ACCRUAL_KINDS, type Role } from '@referral-dashboard/api-contract';
import { periodFilter, programFilter, whoseFilter } from '../../shared/list/common-filters.ts';
import type { Filter, Tab } from '../../shared/list/definition.ts';

export const paymentTabs: readonly Tab[] = [
  { label: 'Запрошены', states: ['requested'], empty: 'Запросов нет, все разобраны' },
  { label: 'Черновики', states: ['draft'], empty: 'Черновиков нет' },
  { label: 'К оплате', states: ['approved'], empty: 'К оплате ничего нет' },
  { label: 'В обработке', states: ['processing'], empty: 'В обработке ничего нет' },
  { label: 'Ошибка', states: ['failed'], empty: 'Переводов с ошибкой нет' },
  { label: 'Выплачены', states: ['paid'], empty: 'Выплаченного пока нет' },
  { label: 'Отменены', states: ['canceled'], empty: 'Отмененных выплат нет' },
];

export const accrualTabs: readonly Tab[] = [
  { label: 'На удержании', states: ['hold'], empty: 'На удержании ничего нет' },
  { label: 'На проверке', states: ['review'], empty: 'На проверке ничего нет, все разобрано' },
  { label: 'Доступны', states: ['available'], empty: 'К выплате ничего нет' },
  { label: 'В выплате', states: ['reserved'], empty: 'В выплатах ничего нет' },
  { label: 'Выплачены', states: ['paid'], empty: 'Выплаченного пока нет' },
  { label: 'Отменены', states: ['canceled'], empty: 'Отмененных начислений нет' },
];

const kind: Filter = {
  kind: 'choice',
  name: 'kind',
  label: 'Вид',
  options: ACCRUAL_KINDS.map((value) => ({ value, label: ACCRUAL_KIND_LABELS[value] })),
};

export const paymentFilters = (role: Role): readonly Filter[] => [
  ...whoseFilter(role),
  periodFilter('created', 'Создана'),
  periodFilter('paid', 'Выплачена'),
];

export const accrualFilters = (role: Role): readonly Filter[] => [
  ...whoseFilter(role),
  programFilter,
  kind,
  periodFilter('created', 'Начислено'),
];
