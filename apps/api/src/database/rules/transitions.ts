import { canTransition, type StateMachine } from '@referral-dashboard/api-contract';
import { invalidTransition, versionConflict } from '../../platform/errors.ts';

/**
 * Checks a transition against the state machine.
 *
 * @param only statuses from which this call may start, when the state machine allows others too.
 * @throws ApiError 409 with the current status and the allowed ones.
 */
export function checkTransition<State extends string>(
  machine: StateMachine<State>,
  from: State,
  to: State,
  only: readonly State[] = [from],
) {
  if (!canTransition(machine, from, to) || !only.includes(from))
    throw invalidTransition(from, machine.transitions[from]);
}

/** @throws ApiError 409 when `seen` is not the current version. Without `seen` there is no check. */
export function checkVersion(object: { version: number; status: string }, seen: number | undefined) {
  if (seen !== undefined && seen !== object.version) throw versionConflict(object.status);
}
