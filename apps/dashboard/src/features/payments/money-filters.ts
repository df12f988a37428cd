import { ACCRUAL_KIND_LABELS, ACCRUAL_KINDS, type Role } from '@referral-dashboard/api-contract';
import type { Filter, Tab } from '../../shared/list/definition.ts';
import {
  usePartnerName,
  usePartnerOptions,
  useProgramName,
  useProgramOptions,
} from '../../shared/references.ts';

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

const partner: Filter = {
  kind: 'reference',
  name: 'partner',
  label: 'Партнер',
  useOptions: usePartnerOptions,
  useName: usePartnerName,
};

const program: Filter = {
  kind: 'reference',
  name: 'program',
  label: 'Программа',
  useOptions: useProgramOptions,
  useName: useProgramName,
};

const kind: Filter = {
  kind: 'choice',
  name: 'kind',
  label: 'Вид',
  options: ACCRUAL_KINDS.map((value) => ({ value, label: ACCRUAL_KIND_LABELS[value] })),
};

const period = (name: string, label: string): Filter => ({
  kind: 'period',
  name,
  label,
  from: `${name}_from`,
  to: `${name}_to`,
});

/** A partner's money is all its own: it is not asked whose. */
const whose = (role: Role) => (role === 'organization' ? [partner] : []);

export const paymentFilters = (role: Role): readonly Filter[] => [
  ...whose(role),
  period('created', 'Создана'),
  period('paid', 'Выплачена'),
];

export const accrualFilters = (role: Role): readonly Filter[] => [
  ...whose(role),
  program,
  kind,
  period('created', 'Начислено'),
];
