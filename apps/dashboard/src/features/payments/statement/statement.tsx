import { Group, Select } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useState } from 'react';
import { dayAt } from '../../../shared/format/date.ts';
import { pickedDays } from '../../../shared/format/picked-days.ts';
import { useAddress } from '../../../shared/list/use-address.ts';
import { calendar } from '../../../shared/ui/form/calendar.ts';
import type { CardBalance } from '../payment.ts';
import classes from '../payments.module.css';
import { StatementLines } from './statement-lines.tsx';

type Period = [string | null, string | null];

/** Statement of a period: the balance before it, every change, the balance after it. Card and period stand in the address. */
export default function Statement({ cards }: { cards: readonly CardBalance[] }) {
  const { get, change } = useAddress();
  const today = dayAt(Date.now());
  const written: Period = [get('from') || `${today.slice(0, 8)}01`, get('to') || today];
  /** A period whose end is yet to be chosen. */
  const [begun, setBegun] = useState<string | null>(null);
  const card = cards.find(({ partner }) => partner.id === get('card')) ?? cards[0];
  const [from, to] = written;
  const choose = ([first, end]: Period) => {
    if (first && !end) return setBegun(first);
    setBegun(null);
    change({ from: first, to: end });
  };
  return (
    <section className={classes['sheet']} aria-label="Выписка">
      <Group align="end">
        {cards.length > 1 && (
          <Select
            label="Организация"
            data={cards.map(({ partner, organization }) => ({ value: partner.id, label: organization.name }))}
            value={card?.partner.id ?? null}
            onChange={(id) => change({ card: id })}
            allowDeselect={false}
          />
        )}
        <DatePickerInput
          type="range"
          label="Период"
          description="Не больше года"
          {...calendar}
          valueFormatter={pickedDays}
          allowSingleDateInRange
          maxDate={today}
          miw={240}
          value={begun ? [begun, null] : written}
          onChange={choose}
        />
      </Group>
      {card && from && to && (
        <StatementLines key={card.partner.id} id={card.partner.id} from={from} to={to} />
      )}
    </section>
  );
}
