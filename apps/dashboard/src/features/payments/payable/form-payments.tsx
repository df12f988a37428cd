import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import '@mantine/core/styles/Progress.layer.css';
import { ActionIcon, Button, Drawer, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { countOf } from '../../../shared/format/count.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { IconX } from '../../../shared/ui/icons.ts';
import { useIsNarrow } from '../../../shared/ui/use-viewport.ts';
import type { Due } from '../payment.ts';
import { Formed } from './formed-payments.tsx';
import classes from './payable.module.css';
import { useForming } from './use-form-payments.ts';
import type { Picked } from './use-picked.ts';

const PAYMENTS = ['выплату', 'выплаты', 'выплат'] as const;

/** What is about to be formed, who is left out after all, the total; then how far it is and what came of it. */
export default function FormPayments({ picked, onClose }: { picked: Picked; onClose: () => void }) {
  const { form, outcomes, isRunning } = useForming();
  /** How many were begun with; `null` until then. */
  const [begun, setBegun] = useState<number | null>(null);
  const start = (dues: readonly Due[]) => {
    setBegun(dues.length + outcomes.filter(({ payment }) => payment).length);
    void form(dues);
  };
  const close = () => {
    if (isRunning) return;
    if (begun !== null) picked.clear();
    onClose();
  };
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={useIsNarrow() ? '100%' : 560}
      title={begun === null ? 'Сформировать выплаты' : 'Формирование выплат'}
      styles={{ title: { fontWeight: 600, fontSize: 'var(--mantine-font-size-lg)' } }}
      closeButtonProps={{ disabled: isRunning }}
    >
      {begun === null ? (
        <Confirmation picked={picked} onStart={() => start(picked.dues)} onClose={onClose} />
      ) : (
        <Stack gap="md">
          {isRunning && (
            <>
              <Text role="status">{`Сформировано ${outcomes.length} из ${begun}`}</Text>
              <Progress value={(outcomes.length / begun) * 100} aria-label="Сколько выплат обработано" />
            </>
          )}
          {!isRunning && <Formed outcomes={outcomes} onRetry={start} onClose={close} />}
        </Stack>
      )}
    </Drawer>
  );
}

type ConfirmationProps = { picked: Picked; onStart: () => void; onClose: () => void };

const Confirmation = ({ picked, onStart, onClose }: ConfirmationProps) => (
  <>
    <Text c="dimmed" mb="xs">
      Каждому партнеру — черновик на все, что ему доступно. Эти начисления закрепятся за выплатой и не попадут
      в другую. Реквизиты закрепятся, когда отправите выплату к оплате. Черновик можно отменить.
    </Text>
    <ul className={classes['picked']} aria-label="Кому">
      {picked.dues.map((due) => (
        <li key={due.partner.id}>
          <span className={classes['name']}>{due.partner.name}</span>
          <span className={classes['sum']}>
            {formatMoney(due.available_kop)}{' '}
            <ActionIcon
              variant="subtle"
              color="gray"
              size={34}
              aria-label={`Исключить: ${due.partner.name}`}
              onClick={() => picked.toggle(due)}
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
        <span role="status">{formatMoney(picked.sum_kop)}</span>
      </div>
      <Button onClick={onStart} disabled={picked.count === 0} data-autofocus>
        {picked.count === 0 ? 'Никто не выбран' : `Сформировать ${countOf(picked.count, PAYMENTS)}`}
      </Button>
      <Button variant="default" onClick={onClose}>
        Отмена
      </Button>
    </div>
  </>
);
