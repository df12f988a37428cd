import { ActionIcon, Anchor, Text, Title } from '@mantine/core';
import {
  computeTransfer,
  computeUntransferred,
  type RegistryLine,
  registryRoutes,
} from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import classes from '@/entities/payment/payment.module.css';
import { CHANGED_BY_MONEY, paymentUrl } from '@/entities/payment/payment.ts';
import { formatMethod } from '@/entities/requisites/format-method.ts';
import { Status } from '@/entities/status/status.tsx';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { IconX } from '@/shared/ui/icons.ts';
import { type RecordColumn, Records } from '@/shared/ui/records.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import type { RegistryDetails } from './registry.ts';

type Row = RegistryLine & { id: string };

export const useRegistryLines = (id: string, cursor?: string) =>
  useApiQuery(
    registryRoutes.registryLines,
    { params: { id }, query: { cursor, page_size: '50' } },
    { keepPrevious: true },
  );

/** Payments of a registry. Payments can be removed from a draft. */
export function RegistryLines({ registry }: { registry: RegistryDetails }) {
  const { id, version, status } = registry;
  const [cursor, setCursor] = useState<string>();
  const { params } = useAddress();
  const read = useRegistryLines(id, cursor);
  const { mutate, isPending } = useApiMutation(registryRoutes.removeFromRegistry, CHANGED_BY_MONEY);
  const canRemove = useIsPermitted('removeFromRegistry') && status === 'draft';
  const remove = ({ payment }: Row) =>
    mutate(
      { params: { id }, body: { payments: [payment.id], version } },
      {
        onSuccess: () =>
          void toast.success({ title: 'Убрана из реестра', description: `Выплата ${payment.number}` }),
        onError: (error) => showErrorToast(error, 'Выплата не убрана', ''),
      },
    );
  const columns: readonly RecordColumn<Row>[] = [
    {
      label: 'Выплата',
      cell: ({ payment, changes, problems }) => (
        <>
          <Anchor component={Link} to={paymentUrl(params, payment.id)} underline="always">
            {payment.number}
          </Anchor>{' '}
          {payment.partner.name}
          {[...changes, ...problems].map((change) => (
            <Text key={change} size="xs" c="var(--app-amber-text, inherit)">
              {change}
            </Text>
          ))}
        </>
      ),
    },
    // Payment details are fixed on approval, so payments of a draft have no method.
    ...(read.data?.results.some(({ payment }) => payment.method !== null)
      ? [
          {
            label: 'Куда',
            cell: ({ payment: { method } }: Row) => (method === null ? '—' : formatMethod(method.label)),
            isCollapsible: true,
          },
        ]
      : []),
    {
      label: 'Статус',
      cell: ({ payment, state }) =>
        state === 'failed' ? (
          <Status kind="payment" state="failed" />
        ) : state === 'out' ? (
          'Убрана'
        ) : (
          <Status kind="payment" state={payment.status} />
        ),
    },
    {
      label: 'Сумма',
      cell: (line) => (
        <>
          {formatMoney(line.amount_kop)}
          {line.tax_kop > 0 && (
            <Text size="xs" c="dimmed">
              На счет {formatMoney(computeTransfer(line))}
            </Text>
          )}
          {line.state === 'open' && line.payment.transferred_kop > 0 && (
            <Text size="xs" c="dimmed">
              Осталось перевести {formatMoney(computeUntransferred(line.payment))}
            </Text>
          )}
        </>
      ),
      isNumeric: true,
    },
    ...(canRemove
      ? [
          {
            label: '',
            isAction: true,
            cell: (row: Row) =>
              row.state === 'open' && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={34}
                  loading={isPending}
                  aria-label={`Убрать из реестра: ${row.payment.number} ${row.payment.partner.name}`}
                  onClick={() => remove(row)}
                >
                  <IconX size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
              ),
          },
        ]
      : []),
  ];
  const { data } = read;
  const page = data && { ...data, results: data.results.map((line) => ({ ...line, id: line.payment.id })) };
  return (
    <section className={classes['panel']} aria-label="Состав реестра">
      <Title order={2}>Состав</Title>
      <Records
        label="Выплаты реестра"
        columns={columns}
        read={{ ...read, data: page }}
        onPageChange={setCursor}
        emptyText="В реестре не осталось выплат."
      />
    </section>
  );
}
