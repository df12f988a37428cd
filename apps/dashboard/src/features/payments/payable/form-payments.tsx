import { ActionIcon, Button, Drawer, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useReturnFocus } from '@/shared/ui/dialog/use-return-focus.ts';
import { IconX } from '@/shared/ui/icons.ts';
import { useIsNarrow } from '@/shared/ui/viewport/use-viewport.ts';
import { FormedPayments } from './formed-payments.tsx';
import classes from './payable.module.css';
import { type Payable, type PayableSelection, sumAvailable } from './payable.ts';
import { usePaymentRun } from './use-payment-run.ts';

const PAYMENTS = ['выплату', 'выплаты', 'выплат'] as const;

/** Drawer that confirms the creation of payments and shows their progress and outcome. */
export default function FormPayments({
  selection,
  onClose,
}: {
  selection: PayableSelection;
  onClose: () => void;
}) {
  useReturnFocus(true);
  const { run, outcomes, isRunning } = usePaymentRun();
  /** Number of payments in the run, including earlier successful ones. Null before the start. */
  const [runSize, setRunSize] = useState<number | null>(null);
  const start = (payables: readonly Payable[]) => {
    setRunSize(payables.length + outcomes.filter(({ payment }) => payment).length);
    void run(payables);
  };
  const close = () => {
    if (isRunning) return;
    if (runSize !== null) selection.clear();
    onClose();
  };
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={useIsNarrow() ? '100%' : 560}
      title={runSize === null ? 'Сформировать выплаты' : 'Формирование выплат'}
      styles={{ title: { fontWeight: 600, fontSize: 'var(--mantine-font-size-lg)' } }}
      closeButtonProps={{ disabled: isRunning }}
    >
      {runSize === null ? (
        <Confirmation selection={selection} onStart={() => start(selection.selected)} onClose={onClose} />
      ) : (
        <Stack gap="md">
          {isRunning && (
            <>
              <Text role="status">{`Сформировано ${outcomes.length} из ${runSize}`}</Text>
              <Progress value={(outcomes.length / runSize) * 100} aria-label="Сколько выплат обработано" />
            </>
          )}
          {!isRunning && <FormedPayments outcomes={outcomes} onRetry={start} onClose={close} />}
        </Stack>
      )}
    </Drawer>
  );
}

type ConfirmationProps = { selection: PayableSelection; onStart: () => void; onClose: () => void };

const Confirmation = ({ selection, onStart, onClose }: ConfirmationProps) => (
  <>
    <Text c="dimmed" mb="xs">
      Создадим каждому черновик на всю доступную сумму. Эти начисления закрепятся за выплатой и не попадут в
      другую. Реквизиты закрепятся, когда отправите выплату к оплате. Черновик можно отменить.
    </Text>
    <ul className={classes['picked']} aria-label="Кому">
      {selection.selected.map((payable) => (
        <li key={payable.id}>
          <span className={classes['name']}>{payable.partner.name}</span>
          <span className={classes['sum']}>
            {formatMoney(payable.available_kop)}{' '}
            <ActionIcon
              variant="subtle"
              color="gray"
              size={34}
              aria-label={`Исключить: ${payable.partner.name}`}
              onClick={() => selection.toggle(payable.id)}
            >
              <IconX size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </span>
        </li>
      ))}
    </ul>
    <div className={classes['foot']}>
      <div className={classes['total']}>
        <span>Итого</span>
        <span role="status">{formatMoney(sumAvailable(selection.selected))}</span>
      </div>
      <Button onClick={onStart} disabled={selection.count === 0} data-autofocus>
        {selection.count === 0 ? 'Никто не выбран' : `Сформировать ${formatCount(selection.count, PAYMENTS)}`}
      </Button>
      <Button variant="default" onClick={onClose}>
        Отмена
      </Button>
    </div>
  </>
);
