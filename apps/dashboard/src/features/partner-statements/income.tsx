import { Anchor, Box, Group, Stack, Title } from '@mantine/core';
import { type HomeIncome, homeRoutes } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import bars from '@/entities/figures/activity/activity.module.css';
import { formatAttachmentTerm } from '@/entities/lead/attachment-term.ts';
import { CLIENTS_VIEW } from '@/entities/lead/views.ts';
import classes from '@/entities/payment/payment.module.css';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { ExportMenu } from '@/shared/list/export/export-menu.tsx';
import { createLocation, paths } from '@/shared/paths.ts';
import { getMonthPeriod, monthInWords } from '@/shared/period/month.ts';
import { type RecordColumn, Records, toPage } from '@/shared/ui/records.tsx';

type MonthRow = HomeIncome['months'][number] & { id: string; share: number };
type ClientRow = HomeIncome['clients'][number] & { id: string };

const monthColumns: readonly RecordColumn<MonthRow>[] = [
  {
    label: 'Месяц',
    cell: ({ month }, { dayAt }) => {
      const { from, to } = getMonthPeriod(month, dayAt(Date.now())).days;
      const query = { tab: 'accruals', created_from: from, created_to: to };
      return (
        <Anchor component={Link} to={createLocation(paths.payments, query)} tt="capitalize">
          {monthInWords(month)}
        </Anchor>
      );
    },
  },
  {
    label: 'Доход',
    cell: ({ amount_kop, share }) => (
      // Bars of all months have one width on phones too, where cells are as wide as their text.
      <Box component="span" display="inline-block" w="100%" miw={112}>
        {formatMoney(amount_kop)}
        <span className={bars['track']} aria-hidden>
          <span className={bars['bar']} style={{ width: `${share}%` }} />
        </span>
      </Box>
    ),
    isNumeric: true,
  },
];

const clientColumns: readonly RecordColumn<ClientRow>[] = [
  {
    label: 'Клиент',
    cell: ({ client }) =>
      client === null ? (
        'Без клиента'
      ) : (
        <Anchor component={Link} to={createLocation(paths.leads, { view: CLIENTS_VIEW, id: client.id })}>
          {client.name || client.number}
        </Anchor>
      ),
  },
  {
    label: 'Закрепление',
    cell: ({ client, ends_at, closed_at }, { dayAt }) => {
      if (client === null) return '';
      return closed_at === null ? formatAttachmentTerm(ends_at, dayAt(Date.now())) : 'закрепление закрыто';
    },
    isCollapsible: true,
  },
  { label: 'Доход', cell: ({ amount_kop }) => formatMoney(amount_kop), isNumeric: true },
];

/** Income of the partner in the last twelve months, by month and by client. */
export default function Income() {
  const { data, ...read } = useApiQuery(homeRoutes.homeIncome, {}, { isLive: true });
  const most = Math.max(1, ...(data?.months ?? []).map(({ amount_kop }) => amount_kop));
  const months = data?.months.toReversed().map((row) => ({
    ...row,
    id: row.month,
    share: (Math.max(0, row.amount_kop) / most) * 100,
  }));
  const clients = data?.clients.map((row) => ({ ...row, id: row.client?.id ?? '' }));
  return (
    <div className={classes['columns']}>
      <section className={classes['panel']} aria-label="Доход по месяцам">
        <Stack gap="sm">
          <Group justify="space-between" wrap="nowrap">
            <Title order={2}>Доход по месяцам</Title>
            <ExportMenu
              route={homeRoutes.exportHomeIncome}
              query={{}}
              name="Доход по месяцам"
              label="Экспорт: доход по месяцам и клиентам"
            />
          </Group>
          <Records
            label="Доход по месяцам"
            columns={monthColumns}
            read={{ ...read, data: toPage(months) }}
            emptyText=""
          />
        </Stack>
      </section>
      <section className={classes['panel']} aria-label="Доход по клиентам">
        <Stack gap="sm">
          <Title order={2}>По клиентам за год</Title>
          <Records
            label="Доход по клиентам"
            columns={clientColumns}
            read={{ ...read, data: toPage(clients) }}
            emptyText="Начислений за год нет. Они появятся, когда клиенты заплатят."
          />
        </Stack>
      </section>
    </div>
  );
}
