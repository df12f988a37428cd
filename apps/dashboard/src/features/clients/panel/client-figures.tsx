import { Text } from '@mantine/core';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { PanelSection, PanelSum } from '@/shared/list/panel/panel-section.tsx';
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
  </PanelSection>
);
