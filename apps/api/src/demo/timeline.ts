import { type Clock, DAY_MS, HOUR_MS } from '../platform/clock.ts';

/** A change at a moment in the past. */
export type DemoEvent = { at: Date; apply: () => Promise<unknown> };

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

export const hoursAfter = (at: Date, hours: number) => new Date(at.getTime() + hours * HOUR_MS);

/** A clock that shows the moment of the last `moveTo`. */
export function createMovingClock(start: Date) {
  let moment = start;
  const clock: Clock = () => moment;
  return {
    clock,
    moveTo(at: Date) {
      moment = at;
    },
  };
}

export type MovingClock = ReturnType<typeof createMovingClock>;

/** Applies events in chronological order, each with the clock at its moment. Events of one moment keep their order. */
export async function play(events: readonly DemoEvent[], { moveTo }: MovingClock) {
  for (const { at, apply } of events.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    moveTo(at);
    await apply();
  }
}
