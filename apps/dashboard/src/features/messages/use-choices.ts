import {
  MESSAGE_RULES,
  type MessageChannel,
  type MessageEvent,
  type MessageMode,
  type MessageSettings,
} from '@referral-dashboard/api-contract';
import { useState } from 'react';

type Choice = MessageSettings['choices'][number];
/** Sends choices and calls `onDone` when they are saved or refused. */
export type SaveChoices = (choices: readonly Choice[], onDone: (isSaved: boolean) => void) => void;

/** Choices of a user by event and channel. A change is shown at once and returns to the saved one when it is refused. */
export function useChoices(saved: readonly Choice[], save: SaveChoices) {
  const [unsaved, setUnsaved] = useState<readonly (readonly Choice[])[]>([]);
  const [lastSavedEvent, setLastSavedEvent] = useState<MessageEvent>();
  const getMode = (event: MessageEvent, channel: MessageChannel): MessageMode =>
    [...saved, ...unsaved.flat()].findLast((one) => one.event === event && one.channel === channel)?.mode ??
    'off';
  const change = (event: MessageEvent, modes: readonly Omit<Choice, 'event'>[]) => {
    const choices = modes.map((one) => ({ ...one, event }));
    setUnsaved((all) => [...all, choices]);
    setLastSavedEvent(undefined);
    save(choices, (isSaved) => {
      setUnsaved((all) => all.filter((one) => one !== choices));
      if (isSaved) setLastSavedEvent(event);
    });
  };
  return {
    getMode,
    change,
    getState: (event: MessageEvent) =>
      unsaved.flat().some((one) => one.event === event)
        ? ('saving' as const)
        : event === lastSavedEvent
          ? ('saved' as const)
          : undefined,
  };
}

/** Mode of a channel that is switched on: the mode of the other channels, or the default of the event. */
export const getModeWhenOn = (event: MessageEvent, otherModes: readonly MessageMode[]): MessageMode =>
  otherModes.find((mode) => mode !== 'off') ??
  (MESSAGE_RULES[event].usual.email === 'daily' ? 'daily' : 'now');
