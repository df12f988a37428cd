import { Paper } from '@mantine/core';
import type { ProgramForPartner } from '@referral-dashboard/api-contract';
import { formatNumber } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import classes from './program-figures.module.css';

/** Statistics of a partner in a program for all time. */
export const ProgramFigures = ({ figures }: Pick<ProgramForPartner, 'figures'>) => (
  <Paper component="dl" withBorder radius="lg" className={classes['figures']} aria-label="Ваши итоги">
    {[
      ['Переходы', formatNumber(figures.clicks)],
      ['Лиды', formatNumber(figures.leads)],
      ['Сделки', formatNumber(figures.won)],
      ['Вознаграждения', formatMoney(figures.rewards_kop)],
    ].map(([label, value]) => (
      <div key={label} className={classes['figure']}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </Paper>
);
