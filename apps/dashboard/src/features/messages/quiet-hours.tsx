import '@mantine/dates/styles.layer.css';
import { Group, Stack, Switch, Text, Title } from '@mantine/core';
import { TimePicker } from '@mantine/dates';
import type { MessageSettings, MessageSettingsPatch } from '@referral-dashboard/api-contract';
import { useState } from 'react';

type QuietPeriod = NonNullable<MessageSettings['quiet']>;
type QuietHoursProps = { settings: MessageSettings; onSave: (patch: MessageSettingsPatch) => void };

const DEFAULT_HOURS: QuietPeriod = { from: '22:00', until: '08:00' };
const TIME_ZONE_LABELS = new Map([['Europe/Moscow', 'по московскому времени']]);

/** Hours without notifications. Saved on blur. */
export function QuietHours({ settings: { quiet, time_zone }, onSave }: QuietHoursProps) {
  const [hours, setHours] = useState(quiet ?? DEFAULT_HOURS);
  const handleBlur = () => {
    const isComplete = hours.from !== '' && hours.until !== '';
    if (isComplete && (hours.from !== quiet?.from || hours.until !== quiet.until)) onSave({ quiet: hours });
  };
  // A native time field follows the language of the browser and would show AM and PM.
  const renderField = (name: keyof QuietPeriod, label: string) => (
    <TimePicker
      format="24h"
      label={label}
      hoursInputLabel={`${label}: часы`}
      minutesInputLabel={`${label}: минуты`}
      value={hours[name]}
      onChange={(value) => setHours({ ...hours, [name]: value.slice(0, 5) })}
      onBlur={handleBlur}
    />
  );
  return (
    <Stack gap="sm">
      <Title order={2}>Тихие часы</Title>
      <Switch
        label="Не присылать ночью"
        description="О входе с нового устройства и смене реквизитов сообщаем в любое время"
        checked={quiet !== null}
        onChange={({ currentTarget: { checked } }) => onSave({ quiet: checked ? hours : null })}
      />
      {quiet !== null && (
        <>
          <Group gap="md">
            {renderField('from', 'С')}
            {renderField('until', 'До')}
          </Group>
          <Text c="dimmed" size="xs">
            Время указано {TIME_ZONE_LABELS.get(time_zone) ?? `для часового пояса ${time_zone}`}
          </Text>
        </>
      )}
    </Stack>
  );
}
