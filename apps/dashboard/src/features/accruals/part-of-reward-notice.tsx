import { Anchor, Text } from '@mantine/core';
import type { Accrual } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { accrualUrl } from '@/entities/payment/payment.ts';
import { useAddress } from '@/shared/list/use-address.ts';

/** Explains why a correction or a reversal has no actions, with a link to its reward. */
export function PartOfRewardNotice({ accrual: { kind, part_of, sale } }: { accrual: Accrual }) {
  const { params } = useAddress();
  if (part_of === null) return null;
  const reward = (
    <Anchor component={Link} to={accrualUrl(params, part_of.id)}>
      {part_of.number}
    </Anchor>
  );
  if (sale !== null)
    return kind === 'reversal' ? (
      <Text c="dimmed">
        Возврат к вознаграждению {reward}: его вычтем из следующей выплаты. Отменить его отдельно нельзя,
        иначе за продажу можно заплатить дважды. Чтобы оставить деньги партнеру, начислите ему бонус.
      </Text>
    ) : (
      <Text c="dimmed">
        Часть вознаграждения {reward}. Решение по нему касается всего, что начислено за продажу.
      </Text>
    );
  return kind === 'reversal' ? (
    <Text c="dimmed">
      Возврат к вознаграждению {reward}: его вычтем из следующей выплаты. Отменить его отдельно нельзя, иначе
      за лид можно заплатить дважды. Вернете лид в работу и к сделке, и возврат отменится сам. Чтобы оставить
      деньги партнеру, начислите ему бонус.
    </Text>
  ) : (
    <Text c="dimmed">
      Часть вознаграждения {reward}. Решение по нему касается всего, что начислено за лид.
    </Text>
  );
}
