import { canTransition, type StateMachine } from '@referral-dashboard/api-contract';
import { invalidTransition, versionConflict } from '../../platform/errors.ts';

/**
 * Checks a transition against the state machine.
 *
 * @param allowedFrom statuses from which this call may start, when the state machine allows others too.
 * @throws ApiError 409 with the current status and the allowed ones.
 */
export function checkTransition<State extends string>(
  machine: StateMachine<State>,
  from: State,
  to: State,
  allowedFrom: readonly State[] = [from],
) {
  if (!canTransition(machine, from, to) || !allowedFrom.includes(from))
    throw invalidTransition(from, machine.transitions[from]);
}

/**
 * @throws ApiError 409 when `expected` is not the current version, with the status of the object or, without one, its version. Without
 * `expected` there is no check.
 */
export function checkVersion(
  { version, status }: { version: number; status?: string },
  expected: number | undefined,
) {
  if (expected !== undefined && expected !== version) throw versionConflict(status ?? String(version));
}
