import { Button, Group, Stack, Text } from '@mantine/core';
import {
  MATCH_LABELS,
  type WaitingSale,
  type WaitingSales,
  waitingSaleRoutes,
} from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatNumber } from '@/shared/format/count.ts';
import { formatDate } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { formatPhone } from '@/shared/format/phone.ts';
import { Dialog } from '@/shared/ui/dialog/dialog.tsx';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { CreateForm, MatchForm, RejectForm } from './decision-forms.tsx';
import { MergeButton } from './merge-button.tsx';
import classes from './waiting.module.css';

/** Sales of unknown clients, oldest first, with the decisions about each. */
export default function WaitingDialog({ onClose }: { onClose: () => void }) {
  const waiting = useApiQuery(waitingSaleRoutes.waitingSales, {});
  return (
    <Dialog opened onClose={onClose} title="Не сопоставлено" size="44rem">
      <Stack gap="md">
        <Text c="dimmed">
          Продажа попадет к клиенту сама, когда он появится. Через 30 дней ожидание закончится, запись
          останется в журнале.
        </Text>
        {waiting.data ? (
          <WaitingList waiting={waiting.data} />
        ) : waiting.error ? (
          <PartProblem
            error={waiting.error}
            title="Продажи не загрузились"
            onRetry={() => void waiting.refetch()}
          />
        ) : (
          <TextSkeleton lines={3} label="Продажи загружаются" />
        )}
      </Stack>
    </Dialog>
  );
}

function WaitingList({ waiting: { count, results } }: { waiting: WaitingSales }) {
  if (results.length === 0) return <Text role="status">Все продажи разобраны</Text>;
  return (
    <>
      <ul className={classes['sales']} aria-label="Несопоставленные продажи">
        {results.map((sale) => (
          <WaitingCard key={sale.id} sale={sale} />
        ))}
      </ul>
      {count > results.length && (
        <Text c="dimmed">
          Показаны первые {formatNumber(results.length)} из {formatNumber(count)}
        </Text>
      )}
    </>
  );
}

const getBuyer = ({ name, phone, email, inn, client_external_id }: WaitingSale) =>
  [
    name,
    phone && formatPhone(phone),
    email,
    inn && `ИНН ${inn}`,
    client_external_id && `номер клиента ${client_external_id}`,
  ].filter(Boolean);

function WaitingCard({ sale }: { sale: WaitingSale }) {
  const [decision, setDecision] = useState<'match' | 'create' | 'reject' | null>(null);
  const [first = 'Без имени', ...others] = getBuyer(sale);
  const details = [
    ...others,
    sale.program?.name,
    sale.product,
    sale.external_id && `номер продажи ${sale.external_id}`,
    sale.comment,
  ].filter(Boolean);
  const close = () => setDecision(null);
  return (
    <li className={classes['sale']} aria-label={`${first}, ${formatMoney(sale.amount_kop)}`}>
      <div className={classes['summary']}>
        <Text fw={600} className={classes['name']}>
          {first}
        </Text>
        <Text className={classes['amount']}>{formatMoney(sale.amount_kop)}</Text>
        <Text c="dimmed" size="xs" className={classes['name']}>
          {details.join(' · ')}
        </Text>
        <Text c="dimmed" size="xs" className={classes['amount']}>
          {formatDate(sale.paid_on)}, ждет до {formatDate(sale.expires_on)}
        </Text>
      </div>
      {sale.candidates.length > 0 && (
        <Text size="xs">
          Возможно, это{' '}
          {sale.candidates
            .map(({ number, name, match }) => `${number} ${name} (${MATCH_LABELS[match]})`)
            .join(', ')}
        </Text>
      )}
      {sale.same_payment && (
        <Text size="xs" fw={600}>
          Похожа на продажу по сделке: {sale.same_payment.number}, {sale.same_payment.client},{' '}
          {formatDate(sale.same_payment.paid_on)}. Это она?
        </Text>
      )}
      {decision === null && (
        <Group gap="xs">
          {sale.same_payment && <MergeButton sale={sale} payment={sale.same_payment} />}
          <Button variant="default" onClick={() => setDecision('match')}>
            Связать с клиентом
          </Button>
          <PermissionGate call="createWaitingClient">
            <Button variant="default" onClick={() => setDecision('create')}>
              Создать клиента
            </Button>
          </PermissionGate>
          <Button variant="subtle" color="red" onClick={() => setDecision('reject')}>
            Отклонить
          </Button>
        </Group>
      )}
      {decision === 'match' && <MatchForm sale={sale} onClose={close} />}
      {decision === 'create' && <CreateForm sale={sale} onClose={close} />}
      {decision === 'reject' && <RejectForm sale={sale} onClose={close} />}
    </li>
  );
}
