import {
  type ListedProgram,
  type ListedProgramForPartner,
  type Program,
  programRoutes,
} from '@referral-dashboard/api-contract';
import { generatePath } from 'react-router-dom';
import { dealShareColumn, weeklyLeadsColumn } from '@/entities/figures/activity/activity-columns.tsx';
import { formatReward } from '@/entities/program/format-reward.ts';
import { Status } from '@/entities/status/status.tsx';
import { formatNumber } from '@/shared/format/count.ts';
import type { Dates } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import type { Column, ListDefinition, Tab } from '@/shared/list/definition.ts';
import { Cell } from '@/shared/list/table/cell.tsx';
import { paths } from '@/shared/paths.ts';
import { formatPeriod } from '../period.ts';
import { Budget } from './budget.tsx';

type AnyProgram = Program | ListedProgramForPartner;

/** Columns of both roles. A partner sees only their own statistics. */
const figureColumns: Column<AnyProgram>[] = [
  {
    name: 'clicks',
    label: 'Переходы',
    isNumeric: true,
    priority: 4,
    width: 6.5,
    cell: (program) => formatNumber(program.figures.clicks),
  },
  {
    name: 'leads',
    label: 'Лиды',
    ordering: 'leads',
    isNumeric: true,
    width: 5,
    cell: (program) => formatNumber(program.figures.leads),
  },
  {
    name: 'won',
    label: 'Сделки',
    ordering: 'won',
    isNumeric: true,
    priority: 3,
    width: 5.5,
    cell: (program) => formatNumber(program.figures.won),
  },
  {
    name: 'rewards',
    label: 'Вознаграждения',
    ordering: 'rewards_kop',
    isNumeric: true,
    width: 9.5,
    cell: (program) => formatMoney(program.figures.rewards_kop),
  },
];

/** First and last day of a program. Null if the program has no dates. */
const formatDates = (program: AnyProgram, dates: Dates) =>
  program.starts_at === null && program.ends_at === null ? null : formatPeriod(program, dates);

const renderEnrollment = (enrollment: ListedProgramForPartner['enrollment']) =>
  enrollment ? <Status kind="enrollment" state={enrollment.status} /> : 'Можно вступить';

const commonDefinition = {
  page: programRoutes.programs,
  counts: programRoutes.programCounts,
  filters: [],
  search: 'Название',
  label: ({ name }: AnyProgram) => name,
  href: ({ id }: AnyProgram) => generatePath(paths.program, { id }),
};

const tabs: Tab[] = [
  { label: 'Черновики', states: ['draft'], empty: 'Черновиков нет' },
  { label: 'Активные', states: ['active'], empty: 'Активных программ нет' },
  { label: 'Приостановлены', states: ['paused'], empty: 'Приостановленных программ нет' },
  { label: 'В архиве', states: ['archived'], empty: 'Архив пуст' },
];

/** Definition of the program list for an organization. */
export const organizationList: ListDefinition<ListedProgram> = {
  ...commonDefinition,
  name: 'programs',
  noun: ['программа', 'программы', 'программ'],
  tabs,
  columns: [
    {
      name: 'name',
      label: 'Программа',
      ordering: 'name',
      priority: 1,
      cell: (program) => <Cell second={formatReward(program)}>{program.name}</Cell>,
    },
    {
      name: 'status',
      label: 'Статус',
      priority: 1,
      width: 11,
      cell: (program, dates) => (
        <Cell second={formatDates(program, dates)}>
          <Status kind="program" state={program.effective_status} />
        </Cell>
      ),
    },
    {
      name: 'partners',
      label: 'Партнеры',
      isNumeric: true,
      priority: 3,
      width: 6.5,
      cell: (program) => formatNumber(program.figures.partners),
    },
    ...figureColumns,
    { ...weeklyLeadsColumn, isOptional: true },
    { ...dealShareColumn, isOptional: true },
    {
      name: 'budget',
      label: 'Бюджет',
      isNumeric: true,
      priority: 4,
      width: 9,
      cell: (program) => <Budget {...program} />,
    },
  ],
  card: (program, dates) => ({
    title: program.name,
    figure: formatMoney(program.figures.rewards_kop),
    note: formatReward(program),
    status: <Status kind="program" state={program.effective_status} />,
    time: formatDates(program, dates),
  }),
  emptyState: { title: 'Программ пока нет', advice: 'Первая займет около трех минут', hasMotif: true },
};

/** Definition of the program list for a partner: joined programs and programs open for joining. */
export const partnerList: ListDefinition<ListedProgramForPartner> = {
  ...commonDefinition,
  name: 'partner_programs',
  noun: organizationList.noun,
  tabs: tabs.slice(1),
  columns: [
    {
      name: 'name',
      label: 'Программа',
      ordering: 'name',
      priority: 1,
      cell: (program) => <Cell second={formatReward(program)}>{program.name}</Cell>,
    },
    {
      name: 'place',
      label: 'Ваше участие',
      priority: 1,
      width: 10,
      cell: ({ enrollment, effective_status }) => (
        <Cell second={effective_status !== 'active' && <Status kind="program" state={effective_status} />}>
          {renderEnrollment(enrollment)}
        </Cell>
      ),
    },
    ...figureColumns,
    {
      name: 'organization',
      label: 'Организация',
      priority: 4,
      width: 11,
      isFlexible: true,
      cell: ({ organization }) => organization.name,
    },
  ],
  card: (program, dates) => ({
    title: program.name,
    figure: formatMoney(program.figures.rewards_kop),
    note: formatReward(program),
    status: renderEnrollment(program.enrollment),
    time: formatDates(program, dates),
  }),
  emptyState: {
    title: 'Программ пока нет',
    advice: 'Когда организация пригласит вас, программа появится здесь',
    hasMotif: true,
  },
};
