import '@mantine/core/styles/Popover.layer.css';
import { Button, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { IconCalendar } from '../../../shared/ui/icons.ts';
import { type Days, formatDays } from './days.ts';

const PeriodCalendar = lazy(() => import('./period-calendar.tsx'));

type PeriodChoiceProps = {
  /** What the figures are about; unknown until they have come. */
  days: Days | undefined;
  onChoose: (from: string, to: string) => void;
};

/** The days that the figures are about, and the way to others. */
export function PeriodChoice({ days, onChoose }: PeriodChoiceProps) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  return (
    <Popover opened={isOpen} onChange={close} position="bottom-end" shadow="sm" trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          miw={216}
          onClick={toggle}
          leftSection={<IconCalendar size={16} stroke={1.75} aria-hidden />}
          aria-label={days ? `Период: ${formatDays(days)}` : 'Период'}
        >
          {days ? formatDays(days) : 'Период'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown miw={272} mih={372}>
        <Suspense fallback={null}>
          <PeriodCalendar
            days={days}
            onChoose={({ from, to }) => {
              onChoose(from, to);
              close();
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
