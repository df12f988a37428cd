import { Button, Fieldset, Group, TextInput } from '@mantine/core';
import '@mantine/core/styles/Fieldset.layer.css';
import { moscowDay } from '../format/date.ts';
import type { Filter } from './definition.ts';
import type { Address } from './use-address.ts';

const PRESETS = [
  { label: 'Сегодня', days: 1 },
  { label: '7 дней', days: 7 },
  { label: '30 дней', days: 30 },
];
const DAY_MS = 86_400_000;

type PeriodFieldProps = { filter: Extract<Filter, { kind: 'period' }>; address: Address };

/** Days from and to, both of them in the period, by the calendar of the browser. */
export function PeriodField({ filter: { label, from, to }, address }: PeriodFieldProps) {
  const last = (days: number) => ({
    [from]: moscowDay(Date.now() - (days - 1) * DAY_MS),
    [to]: moscowDay(Date.now()),
  });
  const isLast = (days: number) =>
    Object.entries(last(days)).every(([name, day]) => address.get(name) === day);
  return (
    <Fieldset legend={label} variant="unstyled">
      <Group gap="xs" my="xs">
        {PRESETS.map((preset) => (
          <Button
            key={preset.days}
            size="compact-sm"
            variant="default"
            aria-pressed={isLast(preset.days)}
            onClick={() => address.change(last(preset.days))}
          >
            {preset.label}
          </Button>
        ))}
      </Group>
      <Group gap="xs" grow>
        {[
          { name: from, text: 'С' },
          { name: to, text: 'По' },
        ].map(({ name, text }) => (
          <TextInput
            key={name}
            type="date"
            label={text}
            value={address.get(name)}
            onChange={({ currentTarget: { value } }) => address.change({ [name]: value }, { replace: true })}
          />
        ))}
      </Group>
    </Fieldset>
  );
}
