import { Anchor } from '@mantine/core';
import {
  type Accrual,
  accrualRoutes,
  type Lead,
  leadRoutes,
  type Payment,
  paymentRoutes,
  shownAccrualStatus,
} from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { getSource } from '@/entities/accrual/source.ts';
import { formatMethod } from '@/entities/requisites/format-method.ts';
import { Status } from '@/entities/status/status.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { paths } from '@/shared/paths.ts';
import { type RecordColumn, Records } from '@/shared/ui/records.tsx';

const QUERY_OPTIONS = { keepPrevious: true };

const leadColumns: readonly RecordColumn<Lead>[] = [
  {
    label: 'Лид',
    cell: ({ id, number, name }) => (
      <Anchor component={Link} to={{ pathname: paths.leads, search: `?id=${id}` }}>
        {number} {name}
      </Anchor>
    ),
  },
  { label: 'Программа', cell: ({ program }) => program.name, isCollapsible: true },
  { label: 'Статус', cell: ({ status }) => <Status kind="lead" state={status} /> },
  { label: 'Создан', cell: ({ created_at }, { formatDay }) => formatDay(created_at), isCollapsible: true },
  {
    label: 'Сделка',
    cell: ({ deal_amount_kop }) => (deal_amount_kop === null ? '' : formatMoney(deal_amount_kop)),
    isNumeric: true,
  },
];

const accrualColumns: readonly RecordColumn<Accrual>[] = [
  { label: 'Начисление', cell: ({ number }) => number },
  { label: 'За что', cell: getSource, isCollapsible: true },
  { label: 'Статус', cell: (accrual) => <Status kind="accrual" state={shownAccrualStatus(accrual)} /> },
  {
    label: 'Доступно с',
    cell: ({ hold_until }, { formatDay }) => (hold_until === null ? '' : formatDay(hold_until)),
    isCollapsible: true,
    isRepeated: true,
  },
  { label: 'Сумма', cell: ({ amount_kop }) => formatMoney(amount_kop), isNumeric: true },
];

const paymentColumns: readonly RecordColumn<Payment>[] = [
  { label: 'Выплата', cell: ({ number }) => number },
  { label: 'Статус', cell: ({ status }) => <Status kind="payment" state={status} /> },
  {
    label: 'Способ',
    cell: ({ method }) => (method === null ? '' : formatMethod(method.label)),
    isCollapsible: true,
  },
  { label: 'Создана', cell: ({ created_at }, { formatDay }) => formatDay(created_at), isCollapsible: true },
  { label: 'Сумма', cell: ({ amount_kop }) => formatMoney(amount_kop), isNumeric: true },
];

/** Query and cursor setter for a page of a partner's records. */
function usePartnerPage(id: string) {
  const [cursor, setCursor] = useState<string>();
  return { query: { partner: [id], cursor }, setCursor };
}

function PartnerLeads({ id }: { id: string }) {
  const { query, setCursor } = usePartnerPage(id);
  const leadsQuery = useApiQuery(leadRoutes.leads, { query }, QUERY_OPTIONS);
  return (
    <Records
      label="Лиды партнера"
      columns={leadColumns}
      // The response type is a union of both roles; organizations receive full leads.
      read={leadsQuery as typeof leadsQuery & { data: { results: Lead[] } }}
      onPageChange={setCursor}
      emptyText="Лидов пока нет: они появятся, когда по ссылке партнера придет первая заявка."
    />
  );
}

function PartnerAccruals({ id }: { id: string }) {
  const { query, setCursor } = usePartnerPage(id);
  const accrualsQuery = useApiQuery(accrualRoutes.accruals, { query }, QUERY_OPTIONS);
  return (
    <Records
      label="Начисления партнера"
      columns={accrualColumns}
      // The response type is a union of both roles; organizations receive full accruals.
      read={accrualsQuery as typeof accrualsQuery & { data: { results: Accrual[] } }}
      onPageChange={setCursor}
      emptyText="Начислений пока нет: первое появится, когда подтвердится лид или сделка."
    />
  );
}

function PartnerPayments({ id }: { id: string }) {
  const { query, setCursor } = usePartnerPage(id);
  return (
    <>
      <Anchor component={Link} to={{ pathname: paths.payments, search: `?tab=statement&partner=${id}` }}>
        Сверка за период
      </Anchor>
      <Records
        label="Выплаты партнеру"
        columns={paymentColumns}
        read={useApiQuery(paymentRoutes.payments, { query }, QUERY_OPTIONS)}
        onPageChange={setCursor}
        emptyText="Выплат пока не было."
      />
    </>
  );
}

const RECORD_COMPONENTS = { leads: PartnerLeads, accruals: PartnerAccruals, payments: PartnerPayments };

export function PartnerRecords({ kind, id }: { kind: keyof typeof RECORD_COMPONENTS; id: string }) {
  const RecordsComponent = RECORD_COMPONENTS[kind];
  return <RecordsComponent id={id} />;
}
