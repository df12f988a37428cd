import '@mantine/dates/styles.layer.css';
import { Button, Stack, Switch, Text } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useState } from 'react';
import { useDates } from '@/shared/format/use-dates.ts';
import { type PresetName, presetsOn } from '@/shared/period/presets.ts';
import { calendar } from '@/shared/ui/form/calendar.ts';
import { type Days, getDayCount } from './days.ts';
import classes from './period-calendar.module.css';

const MAX_DAYS = 366;
const PRESETS: readonly PresetName[] = [
  '7 дней',
  '30 дней',
  '90 дней',
  'Этот месяц',
  'Прошлый месяц',
  'Этот год',
];

type PeriodCalendarProps = {
  days: Days | undefined;
  onChoose: (days: Days) => void;
  isCompared: boolean;
  onCompare: (isCompared: boolean) => void;
};

/** Preset periods, a calendar for custom ranges, and the comparison switch. */
export default function PeriodCalendar({ days, onChoose, isCompared, onCompare }: PeriodCalendarProps) {
  const { dayAt } = useDates();
  const today = dayAt(Date.now());
  const [selection, setSelection] = useState<[string | null, string | null]>([
    days?.from ?? null,
    days?.to ?? null,
  ]);
  const [firstDay, lastDay] = selection;
  const isTooLong =
    firstDay !== null && lastDay !== null && getDayCount({ from: firstDay, to: lastDay }) > MAX_DAYS;
  return (
    <Stack gap="sm">
      <div className={classes['presets']}>
        {presetsOn(today, PRESETS).map(({ label, ...preset }) => (
          <Button
            key={label}
            variant="default"
            size="compact-sm"
            aria-pressed={preset.from === days?.from && preset.to === days?.to}
            onClick={() => onChoose(preset)}
          >
            {label}
          </Button>
        ))}
      </div>
      <DatePicker
        type="range"
        {...calendar}
        allowSingleDateInRange
        maxDate={today}
        {...(days && { defaultDate: days.to })}
        value={selection}
        onChange={([from, to]) => {
          setSelection([from, to]);
          if (from && to && getDayCount({ from, to }) <= MAX_DAYS) onChoose({ from, to });
        }}
      />
      {isTooLong && (
        <Text c="var(--mantine-color-error)" role="alert">
          Выберите не больше 366 дней
        </Text>
      )}
      <Switch
        label="Сравнивать с прошлым периодом"
        checked={isCompared}
        onChange={({ currentTarget }) => onCompare(currentTarget.checked)}
      />
    </Stack>
  );
}
