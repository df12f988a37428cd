import '@mantine/dates/styles.layer.css';
import { Button, Group, Stack } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useState } from 'react';
import { formatPickedDays } from '@/shared/format/format-picked-days.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { type PresetName, presetsOn } from '@/shared/period/presets.ts';
import { calendar } from '@/shared/ui/form/calendar.ts';
import type { Filter } from '../definition.ts';
import type { Address } from '../use-address.ts';

const PRESETS: readonly PresetName[] = ['Сегодня', '7 дней', '30 дней', 'Этот месяц', 'Прошлый месяц'];

type Period = [string | null, string | null];
type PeriodFieldProps = { filter: Extract<Filter, { kind: 'period' }>; address: Address };

/** Date range filter. Both dates are included. */
export function PeriodField({ filter: { label, from, to }, address }: PeriodFieldProps) {
  const { dayAt } = useDates();
  const selected: Period = [address.get(from) || null, address.get(to) || null];
  /** Start of a range while its end is not selected. */
  const [rangeStart, setRangeStart] = useState<string | null>(null);
  const select = ([first, end]: Period) => address.change({ [from]: first, [to]: end });
  return (
    <Stack gap="xs">
      <DatePickerInput
        type="range"
        label={label}
        placeholder="За все время"
        {...calendar}
        valueFormatter={formatPickedDays}
        allowSingleDateInRange
        clearable
        clearButtonProps={{ 'aria-label': 'Очистить период' }}
        popoverProps={{ withinPortal: false, returnFocus: true }}
        value={rangeStart ? [rangeStart, null] : selected}
        onChange={([first, end]) => {
          if (first && !end) return setRangeStart(first);
          setRangeStart(null);
          select([first, end]);
        }}
      />
      <Group gap="xs">
        {presetsOn(dayAt(Date.now()), PRESETS).map((preset) => (
          <Button
            key={preset.label}
            size="compact-sm"
            variant="default"
            aria-pressed={preset.from === selected[0] && preset.to === selected[1]}
            onClick={() => select([preset.from, preset.to])}
          >
            {preset.label}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
