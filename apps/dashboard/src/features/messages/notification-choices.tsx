import { Anchor, Checkbox, Loader, VisuallyHidden } from '@mantine/core';
import {
  MESSAGE_CHANNEL_TEXTS,
  MESSAGE_MODE_LABELS,
  MESSAGE_RULES,
  type MessageChannel,
  type MessageEvent,
  type MessageSettings,
} from '@referral-dashboard/api-contract';
import { Fragment, useId } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import { IconCheck } from '@/shared/ui/icons.ts';
import { useIsNarrow } from '@/shared/ui/viewport/use-viewport.ts';
import { groupEvents } from './event-groups.ts';
import classes from './notification-choices.module.css';
import { getModeWhenOn, type SaveChoices, useChoices } from './use-choices.ts';

const DAILY_LABEL = MESSAGE_MODE_LABELS.daily;

type Channel = MessageSettings['channels'][number];
type NotificationChoicesProps = {
  settings: MessageSettings;
  /** Channels of the server. */
  channels: readonly Channel[];
  /** Id of the section with the address of each channel. */
  addressesId: string;
  onSave: SaveChoices;
};

/** Table of events and channels. Each change is saved immediately. On phones the channels of an event are below its name. */
export function NotificationChoices({ settings, channels, addressesId, onSave }: NotificationChoicesProps) {
  const isNarrow = useIsNarrow();
  const choices = useChoices(settings.choices, onSave);
  const groups = groupEvents(new Set(settings.choices.map(({ event }) => event)));
  const names = channels.map(({ channel }) => channel);
  const columnCount = channels.length + (isNarrow ? 1 : 2);
  const renderName = (event: MessageEvent) => (
    <th scope="row" colSpan={isNarrow ? columnCount : 1}>
      {MESSAGE_RULES[event].label}
      <RowState state={choices.getState(event)} />
    </th>
  );
  return (
    <table className={classes['table']} aria-label="Какие уведомления присылать">
      <thead>
        <tr>
          {!isNarrow && <th scope="col">Событие</th>}
          {channels.map((channel) => (
            <th key={channel.channel} scope="col">
              {MESSAGE_CHANNEL_TEXTS[channel.channel].label}
              {!isConnected(channel, settings.bots) && (
                <ConnectLink channel={channel.channel} addressesId={addressesId} />
              )}
            </th>
          ))}
          <th scope="col">{DAILY_LABEL}</th>
        </tr>
      </thead>
      {groups.map(({ label, events }) => (
        <tbody key={label}>
          <tr>
            <th scope="rowgroup" colSpan={columnCount}>
              {label}
            </th>
          </tr>
          {events.map((event) => (
            <Fragment key={event}>
              {isNarrow && <tr>{renderName(event)}</tr>}
              <tr data-row>
                {!isNarrow && renderName(event)}
                <EventCells event={event} channels={names} choices={choices} />
              </tr>
            </Fragment>
          ))}
        </tbody>
      ))}
    </table>
  );
}

const isConnected = ({ channel, address }: Channel, bots: MessageSettings['bots']) =>
  channel === 'telegram' ? bots.some(({ link }) => link === 'linked') : address !== '';

/** Says that the user has no address for a channel, and links to the place where it is set. */
const ConnectLink = ({ channel, addressesId }: { channel: MessageChannel; addressesId: string }) => (
  <span className={classes['connect']}>
    не подключено{' '}
    {channel === 'telegram' ? (
      <Anchor href={`#${addressesId}`} aria-label="Подключить Telegram">
        Подключить
      </Anchor>
    ) : (
      <Anchor
        component={Link}
        to={paths.profile}
        aria-label={`Подключить: ${MESSAGE_CHANNEL_TEXTS[channel].label}`}
      >
        Подключить
      </Anchor>
    )}
  </span>
);

type EventCellsProps = {
  event: MessageEvent;
  channels: readonly MessageChannel[];
  choices: ReturnType<typeof useChoices>;
};

function EventCells({ event, channels, choices: { getMode, change } }: EventCellsProps) {
  const { label, isUrgent } = MESSAGE_RULES[event];
  const chosen = channels.filter((channel) => getMode(event, channel) !== 'off');
  const daily = chosen.filter((channel) => getMode(event, channel) === 'daily');
  const isDaily = daily.length > 0 && daily.length === chosen.length;
  const isMixed = daily.length > 0 && !isDaily;
  const mixedId = useId();
  const toggle = (channel: MessageChannel) => {
    const otherModes = channels.filter((one) => one !== channel).map((one) => getMode(event, one));
    const mode = getMode(event, channel) === 'off' ? getModeWhenOn(event, otherModes) : 'off';
    change(event, [{ channel, mode }]);
  };
  return (
    <>
      {channels.map((channel) => (
        <td key={channel}>
          <Checkbox
            aria-label={`${label}: ${MESSAGE_CHANNEL_TEXTS[channel].label}`}
            checked={getMode(event, channel) !== 'off'}
            onChange={() => toggle(channel)}
          />
        </td>
      ))}
      <td>
        {isUrgent ? (
          <span className={classes['urgent']}>всегда сразу</span>
        ) : (
          <Checkbox
            aria-label={`${label}: ${DAILY_LABEL.toLowerCase()}`}
            checked={isDaily}
            indeterminate={isMixed}
            aria-describedby={isMixed ? mixedId : undefined}
            disabled={chosen.length === 0}
            onChange={() =>
              change(
                event,
                chosen.map((channel) => ({ channel, mode: isDaily ? 'now' : 'daily' })),
              )
            }
          />
        )}
        {isMixed && (
          <span id={mixedId} className={classes['mixed']}>
            по-разному
          </span>
        )}
      </td>
    </>
  );
}

const RowState = ({ state }: { state: 'saving' | 'saved' | undefined }) => (
  <span className={classes['state']} role="status">
    {state === 'saving' && <Loader size={14} aria-hidden />}
    {state === 'saved' && <IconCheck size={16} stroke={2} aria-hidden />}
    {state && <VisuallyHidden>{state === 'saving' ? 'Сохраняется' : 'Сохранено'}</VisuallyHidden>}
  </span>
);
