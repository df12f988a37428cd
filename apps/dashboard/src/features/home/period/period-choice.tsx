import { Button, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { IconCalendar } from '../../../shared/ui/icons.ts';
import { type Days, formatDays } from './days.ts';
import { usePeriod } from './use-period.ts';

const PeriodCalendar = lazy(() => import('./period-calendar.tsx'));

/** The days that the figures are about, and the way to others. Until the figures have come the days are unknown. */
export function PeriodChoice({ days }: { days: Days | undefined }) {
  const { choose, isCompared, compare } = usePeriod();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  return (
    <Popover opened={isOpen} onChange={close} position="bottom-end" shadow="sm" trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          miw={216}
          justify="flex-start"
          onClick={toggle}
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
            onChoose={(chosen) => {
              choose(chosen);
              close();
            }}
            isCompared={isCompared}
            onCompare={compare}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
