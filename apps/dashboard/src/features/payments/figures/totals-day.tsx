import { Group, Text } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { partnerRoutes } from '@referral-dashboard/api-contract';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { formatPickedDays } from '@/shared/format/format-picked-days.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { ExportMenu } from '@/shared/list/export/export-menu.tsx';
import { calendar } from '@/shared/ui/form/calendar.ts';

type TotalsDayProps = {
  /** ISO 8601 date, or an empty string for the current amounts. */
  at: string;
  onChange: (day: string | null) => void;
};

/** Selects the day of the amounts, and exports those of a past day by partner. */
export default function TotalsDay({ at, onChange }: TotalsDayProps) {
  const { dayAt } = useDates();
  return (
    <Group gap="sm" data-screen-only>
      <DatePickerInput
        aria-label="Суммы на дату"
        placeholder="Суммы на дату"
        {...calendar}
        valueFormatter={formatPickedDays}
        clearable
        clearButtonProps={{ 'aria-label': 'Показать суммы сейчас' }}
        popoverProps={{ returnFocus: true }}
        maxDate={dayAt(Date.now())}
        miw={180}
        value={at || null}
        onChange={onChange}
      />
      {at !== '' && (
        <>
          <Text size="sm" c="dimmed" flex={1} miw={200}>
            Суммы на конец этого дня. Выплаченное — по дню, когда выплату отметили. Список ниже показан на
            сегодня.
          </Text>
          <PermissionGate call="exportPartners">
            <ExportMenu route={partnerRoutes.exportPartners} query={{ at }} name="Суммы партнеров" />
          </PermissionGate>
        </>
      )}
    </Group>
  );
}
