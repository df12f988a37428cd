import { Select } from '@mantine/core';
import type { CardBalance } from '@/entities/payment/payment.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { StatementPanel } from './statement-panel.tsx';

/** Statement of the signed-in partner. The URL contains the id of the partner card. */
export default function Statement({ cards }: { cards: readonly CardBalance[] }) {
  const { get, change } = useAddress();
  const card = cards.find(({ partner }) => partner.id === get('card')) ?? cards[0];
  return (
    <StatementPanel
      id={card?.partner.id}
      select={
        cards.length > 1 && (
          <Select
            label="Организация"
            data={cards.map(({ partner, organization }) => ({ value: partner.id, label: organization.name }))}
            value={card?.partner.id ?? null}
            onChange={(id) => change({ card: id })}
            allowDeselect={false}
          />
        )
      }
    />
  );
}
