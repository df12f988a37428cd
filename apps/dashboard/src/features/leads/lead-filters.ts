import { LEAD_SOURCE_LABELS, LEAD_SOURCES, type Role } from '@referral-dashboard/api-contract';
import type { Filter, Tab } from '../../shared/list/definition.ts';
import {
  usePartnerName,
  usePartnerOptions,
  useProgramName,
  useProgramOptions,
} from '../../shared/references.ts';

export const leadTabs: readonly Tab[] = [
  { label: 'Новые', states: ['new'], empty: 'Новых лидов нет, все разобраны' },
  { label: 'В работе', states: ['in_progress'], empty: 'В работе ничего нет' },
  { label: 'Подтвержденные', states: ['qualified'], empty: 'Подтвержденных лидов нет' },
  { label: 'Сделки', states: ['won'], empty: 'Сделок пока нет' },
  { label: 'Не состоялись', states: ['lost'], empty: 'Несостоявшихся сделок нет' },
  { label: 'Отклоненные', states: ['rejected'], empty: 'Отклоненных лидов нет' },
  { label: 'Дубли', states: ['duplicate'], empty: 'Дублей нет' },
];

const program: Filter = {
  kind: 'reference',
  name: 'program',
  label: 'Программа',
  useOptions: useProgramOptions,
  useName: useProgramName,
};

const partner: Filter = {
  kind: 'reference',
  name: 'partner',
  label: 'Партнер',
  useOptions: usePartnerOptions,
  useName: usePartnerName,
};

const others: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'source',
    label: 'Источник',
    options: LEAD_SOURCES.map((value) => ({ value, label: LEAD_SOURCE_LABELS[value] })),
  },
  { kind: 'period', name: 'created', label: 'Создан', from: 'created_from', to: 'created_to' },
];

/** A partner's leads are all its own. */
export const leadFilters = (role: Role): readonly Filter[] =>
  role === 'organization' ? [program, partner, ...others] : [program, ...others];
