import { Alert, List, Text } from '@mantine/core';
import { type ActChange, sumAmounts } from '@referral-dashboard/api-contract';
import type { ActDetails } from '@/entities/act/act.ts';
import { formatMoney } from '@/shared/format/money.ts';

const TEXTS: Record<ActChange['kind'], (number: string) => string> = {
  payment_returned: (number) => `Банк вернул выплату ${number}`,
  late_payment: (number) => `Выплата ${number} отмечена после акта`,
  return: (number) => `Возврат ${number} по уже выплаченному лиду`,
  return_canceled: (number) => `Возврат ${number} отменен`,
};

/** Events since the act was created that a new act would include. Renders nothing without events. */
export function ActChanges({ act: { changes, amount_kop } }: { act: ActDetails }) {
  if (changes.length === 0) return null;
  const isReturned = changes.some(({ kind }) => kind === 'payment_returned');
  const total = amount_kop + sumAmounts(changes);
  return (
    <Alert color="amber" title="После акта появились изменения">
      <List size="sm">
        {changes.map(({ kind, id, number, amount_kop: difference }) => (
          <List.Item key={id}>
            {TEXTS[kind](number)}: {formatMoney(difference)}
          </List.Item>
        ))}
      </List>
      <Text mt="xs">
        {total === 0 && isReturned
          ? 'Других выплат в акте нет: аннулируйте его.'
          : `Сделайте новый акт, его сумма будет ${formatMoney(total)}.${isReturned ? '' : ' Иначе изменения войдут в акт следующей выплаты.'}`}
      </Text>
    </Alert>
  );
}
