import { ActionIcon, Button, Group, NativeSelect } from '@mantine/core';
import { homeRoutes } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import { ExportMenu } from '@/shared/list/export/export-menu.tsx';
import { monthInWords } from '@/shared/period/month.ts';
import { IconChevronLeft, IconChevronRight, IconPrinter } from '@/shared/ui/icons.ts';
import { useIsWide } from '@/shared/ui/viewport/use-viewport.ts';
import type { Month } from './use-month.ts';

/** Choice of a month, with buttons for the months before and after it, and the export and print buttons. */
export function MonthActions({ month: { month, months, days, choose } }: { month: Month }) {
  const isWide = useIsWide();
  const index = months.indexOf(month);
  return (
    <Group gap="xs" justify="flex-end" data-screen-only>
      <Group gap="xs" wrap="nowrap">
        <Step name="Предыдущий месяц" month={months[index + 1]} onChoose={choose}>
          <IconChevronLeft size={16} stroke={1.75} aria-hidden />
        </Step>
        <NativeSelect
          aria-label="Месяц"
          data={months.map((value) => ({ value, label: monthInWords(value) }))}
          value={month}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        <Step name="Следующий месяц" month={months[index - 1]} onChoose={choose}>
          <IconChevronRight size={16} stroke={1.75} aria-hidden />
        </Step>
      </Group>
      <Group gap="xs" wrap="nowrap">
        <ExportMenu
          route={homeRoutes.exportHomeSummary}
          query={days}
          name="Итоги месяца"
          label="Экспорт: итоги месяца"
        />
        {isWide ? (
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
            onClick={() => window.print()}
          >
            Печать
          </Button>
        ) : (
          <ActionIcon variant="default" size={36} aria-label="Печать" onClick={() => window.print()}>
            <IconPrinter size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    </Group>
  );
}

type StepProps = {
  name: string;
  /** Undefined at the ends of the list. */
  month: string | undefined;
  onChoose: (month: string) => void;
  children: ReactNode;
};

const Step = ({ name, month, onChoose, children }: StepProps) => (
  <ActionIcon
    variant="default"
    size={36}
    aria-label={name}
    disabled={month === undefined}
    onClick={() => month !== undefined && onChoose(month)}
  >
    {children}
  </ActionIcon>
);
