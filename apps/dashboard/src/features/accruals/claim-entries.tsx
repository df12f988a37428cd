import { Anchor, Group, List, Stack, Text } from '@mantine/core';
import {
  ACCRUAL_KIND_LABELS,
  type Accrual,
  shownAccrualStatus,
  sumAmounts,
} from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import classes from '@/entities/payment/payment.module.css';
import { accrualUrl } from '@/entities/payment/payment.ts';
import { Status } from '@/entities/status/status.tsx';
import { formatMoney } from '@/shared/format/money.ts';
import { useAddress } from '@/shared/list/use-address.ts';

type ClaimEntriesProps = { accrual: Accrual; others: readonly Accrual[] };

/** All accruals of one lead or sale that are not canceled, with their total. */
export function ClaimEntries({ accrual, others }: ClaimEntriesProps) {
  const { params } = useAddress();
  const entries = [accrual, ...others]
    .filter(({ status }) => status !== 'canceled')
    .toSorted((one, other) => one.created_at.localeCompare(other.created_at) || (one.id < other.id ? -1 : 1));
  const { lead, sale } = accrual;
  const subject = lead ? `лид ${lead.number}` : sale && `продажу ${sale.number}`;
  if (subject === null || others.length === 0) return null;
  const total = sumAmounts(entries);
  return (
    <Stack gap="xs">
      <Text c="dimmed" id="claim">
        За {subject} всего {formatMoney(total)}
      </Text>
      <List size="sm" listStyleType="none" aria-labelledby="claim" spacing="xs" className={classes['claim']}>
        {entries.map(({ id, number, kind, amount_kop, status }) => (
          <List.Item key={id}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Text>
                {id === accrual.id ? (
                  number
                ) : (
                  <Anchor component={Link} to={accrualUrl(params, id)}>
                    {number}
                  </Anchor>
                )}
                , {ACCRUAL_KIND_LABELS[kind].toLowerCase()}
              </Text>
              <Text className={classes['sumInLine']}>{formatMoney(amount_kop)}</Text>
            </Group>
            <Status kind="accrual" state={shownAccrualStatus({ status, amount_kop })} />
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
