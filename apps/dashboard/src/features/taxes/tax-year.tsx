import { Group, NativeSelect, Text } from '@mantine/core';
import { PARTNER_KIND_LABELS, type TaxYear, taxRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import classes from '@/entities/payment/payment.module.css';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { ExportMenu } from '@/shared/list/export/export-menu.tsx';
import { Fact, Facts } from '@/shared/ui/facts.tsx';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { formatPayments } from './format-payments.ts';

const YEARS = 4;
const PARTNERS = ['партнер', 'партнера', 'партнеров'] as const;

/** Payments of a tax year by the kind of the partner at the payment, with a file of all partners. */
export function TaxYearSection() {
  const { dayAt } = useDates();
  const [years] = useState(() => {
    const current = Number(dayAt(Date.now()).slice(0, 4));
    return Array.from({ length: YEARS }, (_, index) => String(current - index));
  });
  const [year, setYear] = useState(years[0] ?? '');
  const { data, error, refetch } = useApiQuery(taxRoutes.taxYear, { query: { year } });
  return (
    <section className={classes['panel']} aria-label="Выплаты за год">
      <Group justify="space-between" align="end">
        <NativeSelect
          label="Налоговый период"
          data={years.map((value) => ({ value, label: `${value} год` }))}
          value={year}
          onChange={({ currentTarget }) => setYear(currentTarget.value)}
        />
        {data !== undefined && data.kinds.length > 0 && (
          <ExportMenu route={taxRoutes.exportTaxYear} query={{ year }} name={`payments-${year}`} />
        )}
      </Group>
      {data ? (
        <Kinds of={data} />
      ) : error ? (
        <PartProblem error={error} title="Выплаты за год не загрузились" onRetry={() => void refetch()} />
      ) : (
        <TextSkeleton lines={4} />
      )}
    </section>
  );
}

function Kinds({ of: { kinds } }: { of: TaxYear }) {
  if (kinds.length === 0) return <Text c="dimmed">В этом году выплат не было.</Text>;
  return (
    <>
      <Facts labelWidth={170}>
        {kinds.map(({ kind, partners, amount_kop, tax_kop, settled_kop, ...counts }) => (
          <Fact key={kind} label={kind === null ? 'Тип неизвестен' : PARTNER_KIND_LABELS[kind]}>
            {formatMoney(amount_kop)}, {formatPayments(counts)}, {formatCount(partners, PARTNERS)}
            {tax_kop !== 0 && `, НДФЛ ${formatMoney(tax_kop)}`}
            {settled_kop !== 0 && `, зачтено ${formatMoney(settled_kop)}`}
          </Fact>
        ))}
      </Facts>
      <Text size="sm" c="dimmed">
        Считаем по дате перевода. Вид и ИНН партнера — на день, когда выплату утвердили. Возврат банка
        вычитаем в том году, в котором он пришел. По каждому партнеру — в файле.
      </Text>
    </>
  );
}
