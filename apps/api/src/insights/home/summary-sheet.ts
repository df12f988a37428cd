import { DEFAULT_TIME_ZONE, type HomeFigures, type SaleFigures } from '@referral-dashboard/api-contract';
import type { Sheet, WithTimeZone } from '../../platform/export/columns.ts';
import { type Export, inOneBatch } from '../../platform/export/serve-export.ts';

type Row = HomeFigures & SaleFigures & WithTimeZone;

const sheet: Sheet<Row> = {
  name: 'Итоги',
  latinName: 'summary',
  columns: [
    { title: 'С', width: 12, kind: 'day', value: ({ from }) => from },
    { title: 'По', width: 12, kind: 'day', value: ({ to }) => to },
    { title: 'Переходы', width: 12, kind: 'number', value: ({ clicks }) => clicks },
    { title: 'Лиды', width: 10, kind: 'number', value: ({ leads }) => leads },
    { title: 'Подтверждено', width: 14, kind: 'number', value: ({ qualified }) => qualified },
    { title: 'Сделки', width: 10, kind: 'number', value: ({ won }) => won },
    { title: 'Сумма сделок, ₽', width: 18, kind: 'money', value: ({ deal_kop }) => deal_kop },
    { title: 'Продажи', width: 12, kind: 'number', value: ({ sales }) => sales },
    { title: 'Повторные продажи', width: 18, kind: 'number', value: ({ repeat_sales }) => repeat_sales },
    { title: 'Выручка, ₽', width: 18, kind: 'money', value: ({ revenue_kop }) => revenue_kop },
    { title: 'Из нее повторная, ₽', width: 20, kind: 'money', value: ({ repeat_kop }) => repeat_kop },
    { title: 'Вознаграждения, ₽', width: 18, kind: 'money', value: ({ rewards_kop }) => rewards_kop },
    {
      title: 'Вознаграждение на сделку, ₽',
      width: 28,
      kind: 'money',
      value: ({ reward_per_deal_kop }) => reward_per_deal_kop,
    },
    { title: 'Выплачено, ₽', width: 18, kind: 'money', value: ({ paid_kop }) => paid_kop },
    {
      title: 'Партнеров с выплатой',
      width: 22,
      kind: 'number',
      value: ({ paid_partners }) => paid_partners,
    },
    {
      title: 'Банк вернул из прежних выплат, ₽',
      width: 32,
      kind: 'money',
      value: ({ returned_kop }) => returned_kop,
    },
  ],
};

/** Returns a file with one row: the figures of the period. It has days but no times, so any time zone does. */
export const summaryExport = (read: () => Promise<HomeFigures & SaleFigures>): Export<Row> => ({
  sheet,
  read: async (use) => use(inOneBatch([{ ...(await read()), time_zone: DEFAULT_TIME_ZONE }])),
});
