import type { Role } from '@referral-dashboard/api-contract';
import { getPartnerFilters } from '@/entities/reference/filters.ts';
import { type Filter, periodFilter, type Tab } from '@/shared/list/definition.ts';

/** States of payments that are not finished. */
export const OPEN_PAYMENT_STATES = ['requested', 'draft', 'approved', 'processing', 'failed'] as const;

export const paymentTabs: readonly Tab[] = [
  { label: 'В пути', states: OPEN_PAYMENT_STATES, empty: 'Все выплаты завершены' },
  { label: 'Запрошены', states: ['requested'], empty: 'Запросов нет, все разобраны' },
  { label: 'Черновики', states: ['draft'], empty: 'Черновиков нет' },
  { label: 'К оплате', states: ['approved'], empty: 'К оплате ничего нет' },
  { label: 'В обработке', states: ['processing'], empty: 'В обработке ничего нет' },
  { label: 'Ошибка', states: ['failed'], empty: 'Переводов с ошибкой нет' },
  { label: 'Выплачены', states: ['paid'], empty: 'Выплаченного пока нет' },
  { label: 'Возвращены', states: ['returned'], empty: 'Банк ничего не возвращал' },
  { label: 'Отменены', states: ['canceled'], empty: 'Отмененных выплат нет' },
];

const withoutAct: Filter = {
  kind: 'choice',
  name: 'without_act',
  label: 'Акт',
  options: [{ value: 'true', label: 'Выплачено без акта' }],
};

export const paymentFilters = (role: Role): readonly Filter[] => [
  ...getPartnerFilters(role),
  periodFilter('created', 'Создана'),
  periodFilter('paid', 'Выплачена'),
  periodFilter('marked', 'Отмечена'),
  periodFilter('returned', 'Возвращена'),
  ...(role === 'organization' ? [withoutAct] : []),
];
