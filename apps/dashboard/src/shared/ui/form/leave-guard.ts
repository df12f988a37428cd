import { createContext, use, useCallback } from 'react';

/** Asks whether to leave without saving, then calls `leave`. */
type AskToLeave = (leave: () => void) => void;

/** `ask` is set while a form has unsaved changes. */
export type LeaveGuard = { ask: AskToLeave | null };

export const LeaveGuardContext = createContext<LeaveGuard | null>(null);

/** Returns a function that calls `leave` at once, or after the user has agreed to lose unsaved changes. */
export function useLeave(): AskToLeave {
  const guard = use(LeaveGuardContext);
  return useCallback((leave) => (guard?.ask ? guard.ask(leave) : leave()), [guard]);
}
