import { Alert, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { type TaxMonth, taxRoutes } from '@referral-dashboard/api-contract';
import { type ReactNode, useState } from 'react';
import classes from '@/entities/payment/payment.module.css';
import { SettledFact } from '@/entities/payment/settled-fact.tsx';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatDate } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { ExportMenu } from '@/shared/list/export/export-menu.tsx';
import { lastMonthsBefore, monthInWords } from '@/shared/period/month.ts';
import { Fact, Facts } from '@/shared/ui/facts.tsx';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { NotPermittedNotice } from '@/shared/ui/page/not-permitted-notice.tsx';
import { Page } from '@/shared/ui/page/page.tsx';
import { ClosedMonthsSection } from './closed-months.tsx';
import { formatPayments } from './format-payments.ts';
import { TaxYearSection } from './tax-year.tsx';

const MONTHS = 12;

/** Income tax and contributions for individuals by month, for accounting. */
export default function TaxMonths({ header }: { header: ReactNode }) {
  const isPermitted = useIsPermitted('taxMonth');
  return (
    <Page width="list">
      {header}
      <div className={classes['above']}>
        {isPermitted ? (
          <>
            <TaxMonthSection />
            <TaxYearSection />
            <ClosedMonthsSection />
          </>
        ) : (
          <NotPermittedNotice>Налоги видят владельцы и бухгалтеры.</NotPermittedNotice>
        )}
      </div>
    </Page>
  );
}

function TaxMonthSection() {
  const { dayAt } = useDates();
  const [months] = useState(() => {
    const today = dayAt(Date.now());
    return [today.slice(0, 7), ...lastMonthsBefore(today, MONTHS)];
  });
  const [month, setMonth] = useState(months[0] ?? '');
  const { data, error, refetch } = useApiQuery(taxRoutes.taxMonth, { query: { month } });
  return (
    <section className={classes['panel']} aria-label="НДФЛ и взносы">
      <Group justify="space-between" align="end">
        <NativeSelect
          label="Месяц выплаты"
          data={months.map((value) => ({ value, label: monthInWords(value) }))}
          value={month}
          onChange={({ currentTarget }) => setMonth(currentTarget.value)}
        />
        {data && hasPayments(data) && (
          <ExportMenu route={taxRoutes.exportTaxes} query={{ month }} name={`taxes-${month}`} />
        )}
      </Group>
      {data ? (
        <TaxTotals month={data} />
      ) : error ? (
        <PartProblem error={error} title="Налоги не загрузились" onRetry={() => void refetch()} />
      ) : (
        <TextSkeleton lines={6} mih={{ base: 640, sm: 380 }} />
      )}
    </section>
  );
}

const hasPayments = ({ payments, returns }: TaxMonth) => payments + returns > 0;

function TaxTotals({ month }: { month: TaxMonth }) {
  if (!hasPayments(month))
    return <Text c="dimmed">В этом месяце выплат физическим лицам с удержанием НДФЛ не было.</Text>;
  return (
    <Stack gap="md">
      <Title order={2}>Физические лица</Title>
      <Facts labelWidth={150}>
        <Fact label="Начислено">
          {formatMoney(month.amount_kop)}, {formatPayments(month)}
        </Fact>
        <Fact label="НДФЛ">{formatMoney(month.tax_kop)}</Fact>
        {month.returns === 0 ? (
          <SettledFact settledKop={month.settled_kop} />
        ) : (
          month.settled_kop !== 0 && <Fact label="Зачтено">{formatMoney(month.settled_kop)}</Fact>
        )}
        <Fact label="Выплачено">{formatMoney(month.amount_kop - month.tax_kop - month.settled_kop)}</Fact>
        {month.periods.map(({ from, to, due_on, tax_kop }) => (
          <Fact key={from} label={`НДФЛ за ${Number(from.slice(8))}–${Number(to.slice(8))}`}>
            {formatMoney(tax_kop)}
            {tax_kop > 0 && `, уплатить до ${formatDate(due_on)}`}
          </Fact>
        ))}
        <Fact label="Взносы">
          {formatMoney(month.contributions_kop)}, уплатить до {formatDate(month.contributions_due_on)}
        </Fact>
      </Facts>
      <Alert color="amber" title="Проверьте с бухгалтером">
        Считаем по дате перевода, только выплаты, которые отмечены здесь, и без вычетов. Возврат банка
        вычитаем в том месяце, в котором он пришел. Сроки сдвигаем с выходных, но не с праздников. Если
        предельная база взносов на год еще не опубликована, берем базу прошлого года.
      </Alert>
    </Stack>
  );
}
