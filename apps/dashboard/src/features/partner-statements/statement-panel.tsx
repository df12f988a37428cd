import '@mantine/dates/styles.layer.css';
import { Button, Group } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { paymentRoutes } from '@referral-dashboard/api-contract';
import { type ReactNode, useState } from 'react';
import classes from '@/entities/payment/payment.module.css';
import { formatPickedDays } from '@/shared/format/format-picked-days.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { ExportMenu } from '@/shared/list/export/export-menu.tsx';
import { useAddress } from '@/shared/list/use-address.ts';
import { type PresetName, presetsOn } from '@/shared/period/presets.ts';
import { calendar } from '@/shared/ui/form/calendar.ts';
import { IconPrinter } from '@/shared/ui/icons.ts';
import { StatementLines } from './statement-lines.tsx';

const PRESETS: readonly PresetName[] = ['Этот месяц', 'Прошлый месяц'];

type Period = [string | null, string | null];

type StatementPanelProps = {
  /** Id of the partner card. Undefined until a card is selected. */
  id: string | undefined;
  select: ReactNode;
  /** Shown until a card is selected. */
  children?: ReactNode;
};

/** Statement of a period: opening balance, changes and closing balance. The URL contains the period. */
export function StatementPanel({ id, select, children }: StatementPanelProps) {
  const { dayAt } = useDates();
  const { get, change } = useAddress();
  const today = dayAt(Date.now());
  const period: Period = [get('from') || `${today.slice(0, 8)}01`, get('to') || today];
  /** Start of a period whose end is not selected yet. */
  const [rangeStart, setRangeStart] = useState<string | null>(null);
  const [from, to] = period;
  const handleChange = ([first, end]: Period) => {
    if (first && !end) return setRangeStart(first);
    setRangeStart(null);
    change({ from: first, to: end });
  };
  return (
    <section className={classes['panel']} aria-label="Сверка с партнером">
      <Group align="end" data-screen-only>
        {select}
        <DatePickerInput
          type="range"
          label="Период"
          description="Не больше года"
          {...calendar}
          valueFormatter={formatPickedDays}
          allowSingleDateInRange
          maxDate={today}
          miw={240}
          value={rangeStart ? [rangeStart, null] : period}
          onChange={handleChange}
        />
        <Group gap="xs">
          {presetsOn(today, PRESETS).map((preset) => (
            <Button
              key={preset.label}
              variant="default"
              aria-pressed={preset.from === from && preset.to === to}
              onClick={() => handleChange([preset.from, preset.to])}
            >
              {preset.label}
            </Button>
          ))}
        </Group>
        {id && from && to && (
          <Group gap="xs" ml="auto">
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
              onClick={() => window.print()}
            >
              Печать
            </Button>
            <ExportMenu
              route={paymentRoutes.exportStatement}
              pdf={paymentRoutes.statementPdf}
              params={{ id }}
              query={{ from, to }}
              name="Сверка с партнером"
            />
          </Group>
        )}
      </Group>
      {id && from && to ? <StatementLines key={id} id={id} from={from} to={to} /> : children}
    </section>
  );
}
