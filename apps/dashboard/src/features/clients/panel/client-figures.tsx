import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { PanelSection, PanelSum } from '@/shared/list/panel/panel-section.tsx';
import { createLocation, paths } from '@/shared/paths.ts';
import { type AnyClient, SALE_NOUN } from '../client.ts';

/** Revenue of a client after refunds, the number of sales and the reward. */
export const ClientFigures = ({ client }: { client: AnyClient }) => (
  <PanelSection label="Выручка">
    <PanelSum>{formatMoney(client.revenue_kop)}</PanelSum>
    <Text c="dimmed">
      {client.sales === 0
        ? 'Продаж пока нет'
        : `${formatCount(client.sales, SALE_NOUN)}, вознаграждение ${formatMoney(client.reward_kop)}`}
    </Text>
    {client.reward_kop !== 0 && (
      <Anchor component={Link} to={createLocation(paths.payments, { tab: 'accruals', client: client.id })}>
        Начисления за этого клиента
      </Anchor>
    )}
  </PanelSection>
);
