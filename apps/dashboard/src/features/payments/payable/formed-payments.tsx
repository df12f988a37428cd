import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { sumAmounts } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useErrorFocus } from '@/shared/ui/form/use-error-focus.ts';
import classes from './payable.module.css';
import type { Payable } from './payable.ts';
import type { FormedPayment } from './use-payment-run.ts';

const PAYMENTS = ['выплата', 'выплаты', 'выплат'] as const;

type FormedPaymentsProps = {
  outcomes: readonly FormedPayment[];
  onRetry: (payables: readonly Payable[]) => void;
  onClose: () => void;
};

/** Outcome of each payment. */
export function FormedPayments({ outcomes, onRetry, onClose }: FormedPaymentsProps) {
  const formed = outcomes.flatMap(({ payment }) => payment ?? []);
  const failed = outcomes.filter(({ failure }) => failure);
  const alert = useErrorFocus(failed.length > 0);
  const sum = sumAmounts(formed);
  return (
    <Stack gap="md">
      <Text fw={600} role="status">
        {failed.length === 0
          ? `Готово: ${formatCount(formed.length, PAYMENTS)} на ${formatMoney(sum)}`
          : `Сформировано ${formed.length} из ${outcomes.length}, на ${formatMoney(sum)}`}
      </Text>
      {failed.length > 0 && (
        <Stack gap="md" ref={alert} tabIndex={-1} role="alert">
          {failed.map(({ payable, failure }) => (
            <Alert key={payable.id} role="presentation" color="red" title={payable.partner.name}>
              {[failure?.title, failure?.advice].filter(Boolean).join('. ')}
            </Alert>
          ))}
        </Stack>
      )}
      <ul className={classes['picked']} aria-label="Сформированные выплаты">
        {formed.map(({ id, number, partner, amount_kop }) => (
          <li key={id}>
            <span>
              <Anchor component={Link} to={{ search: `?tab=payments&payment=${id}` }}>
                {number}
              </Anchor>{' '}
              {partner.name}
            </span>
            <span className={classes['sum']}>{formatMoney(amount_kop)}</span>
          </li>
        ))}
      </ul>
      <Group>
        {formed.length > 0 && (
          <Button component={Link} to={{ search: '?tab=payments&status=draft' }}>
            Открыть черновики
          </Button>
        )}
        {failed.length > 0 && (
          <Button variant="default" onClick={() => onRetry(failed.map(({ payable }) => payable))}>
            Повторить несформированные
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Закрыть
        </Button>
      </Group>
    </Stack>
  );
}
