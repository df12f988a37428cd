import { NativeSelect } from '@mantine/core';
import {
  MESSAGE_CHANNEL_TEXTS,
  MESSAGE_MODE_LABELS,
  MESSAGE_MODES,
  MESSAGE_RULES,
  type MessageChannel,
  type MessageEvent,
  type MessageMode,
  type MessageSettings,
} from '@referral-dashboard/api-contract';
import classes from './notification-choices.module.css';

type NotificationChoicesProps = {
  settings: MessageSettings;
  /** Configured channels. */
  channels: readonly MessageChannel[];
  onChoose: (choice: { event: MessageEvent; channel: MessageChannel; mode: MessageMode }) => void;
};

const getModeOptions = (event: MessageEvent) =>
  MESSAGE_MODES.filter((mode) => mode !== 'daily' || !MESSAGE_RULES[event].isUrgent).map((mode) => ({
    value: mode,
    label: MESSAGE_MODE_LABELS[mode],
  }));

/** Notification settings by event and channel. Each change is saved immediately. */
export function NotificationChoices({ settings: { choices }, channels, onChoose }: NotificationChoicesProps) {
  const events = [...new Set(choices.map(({ event }) => event))];
  return (
    <table className={classes['table']} aria-label="Какие уведомления присылать">
      <thead>
        <tr>
          <th scope="col">Событие</th>
          {channels.map((channel) => (
            <th key={channel} scope="col">
              {MESSAGE_CHANNEL_TEXTS[channel].label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event}>
            <th scope="row">{MESSAGE_RULES[event].label}</th>
            {channels.map((channel) => (
              <td key={channel} data-label={MESSAGE_CHANNEL_TEXTS[channel].label}>
                <NativeSelect
                  aria-label={`${MESSAGE_RULES[event].label}: ${MESSAGE_CHANNEL_TEXTS[channel].label}`}
                  data={getModeOptions(event)}
                  value={
                    choices.find((choice) => choice.event === event && choice.channel === channel)?.mode ??
                    'off'
                  }
                  onChange={({ currentTarget: { value } }) =>
                    onChoose({ event, channel, mode: value as MessageMode })
                  }
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
