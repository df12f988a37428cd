import { type ApplyDeps, createApplyEvents } from './apply-events.ts';

/** Events of other systems. Each is stored once and applied once. */
export function createInbox(deps: ApplyDeps) {
  return {
    /** Applies due events. */
    apply: createApplyEvents(deps),
  };
}
