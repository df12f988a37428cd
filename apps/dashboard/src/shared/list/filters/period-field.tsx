import { Button, Group, Stack } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useState } from 'react';
import { dayAt } from '../../format/date.ts';
import { pickedDays } from '../../format/picked-days.ts';
import { type PresetName, presetsOn } from '../../period/presets.ts';
import { calendar } from '../../ui/form/calendar.ts';
import type { Filter } from '../definition.ts';
import type { Address } from '../use-address.ts';

const PRESETS: readonly PresetName[] = ['Сегодня', '7 дней', '30 дней', 'Этот месяц', 'Прошлый месяц'];

type Period = [string | null, string | null];
type PeriodFieldProps = { filter: Extract<Filter, { kind: 'period' }>; address: Address };

/** Date range filter. Both dates are included. */
export function PeriodField({ filter: { label, from, to }, address }: PeriodFieldProps) {
  const written: Period = [address.get(from) || null, address.get(to) || null];
  /** Start of a range while its end is not selected. */
  const [begun, setBegun] = useState<string | null>(null);
  const choose = ([first, end]: Period) => address.change({ [from]: first, [to]: end });
  return (
    <Stack gap="xs">
      <DatePickerInput
        type="range"
        label={label}
        placeholder="За все время"
        {...calendar}
        valueFormatter={pickedDays}
        allowSingleDateInRange
        clearable
        clearButtonProps={{ 'aria-label': 'Очистить период' }}
        popoverProps={{ withinPortal: false, returnFocus: true }}
        value={begun ? [begun, null] : written}
        onChange={([first, end]) => {
          if (first && !end) return setBegun(first);
          setBegun(null);
          choose([first, end]);
        }}
      />
      <Group gap="xs">
        {presetsOn(dayAt(Date.now()), PRESETS).map((preset) => (
          <Button
            key={preset.label}
            size="compact-sm"
            variant="default"
            aria-pressed={preset.from === written[0] && preset.to === written[1]}
            onClick={() => choose([preset.from, preset.to])}
          >
            {preset.label}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
