import { Button, Popover } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { IconCalendar } from '@/shared/ui/icons.ts';
import { type Days, formatDays } from './days.ts';
import { usePeriod } from './use-period.ts';

const PeriodCalendar = lazy(() => import('./period-calendar.tsx'));

/** Period of the figures, with a menu to change it. Unknown until the figures load. */
export function PeriodChoice({ days }: { days: Days | undefined }) {
  const { choose, isCompared, compare } = usePeriod();
  const [isOpen, setOpen] = useState(false);
  const toggle = () => setOpen(!isOpen);
  return (
    <Popover position="bottom-end" trapFocus opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <Button
          onClick={toggle}
          variant="default"
          miw={216}
          justify="flex-start"
          leftSection={<IconCalendar size={16} stroke={1.75} aria-hidden />}
          aria-label={days ? `Период: ${formatDays(days)}` : 'Период'}
        >
          {days ? formatDays(days) : 'Период'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown miw={286} mih={464}>
        <Suspense fallback={null}>
          <PeriodCalendar
            days={days}
            onChoose={(newDays) => {
              choose(newDays);
              setOpen(false);
            }}
            isCompared={isCompared}
            onCompare={compare}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
