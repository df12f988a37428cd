import { canTransition, type StateMachine } from '@referral-dashboard/api-contract';
import { invalidTransition, versionConflict } from '../../platform/errors.ts';

/**
 * Lets a move pass that the life cycle has.
 *
 * @param only the states from which this call makes the move, where the life cycle has others too.
 * @throws ApiError 409 with where the object is and where it may go.
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

/** @throws ApiError 409 when the caller has seen another version than there is; a caller who names none has seen it. */
export function checkVersion(object: { version: number; status: string }, seen: number | undefined) {
  if (seen !== undefined && seen !== object.version) throw versionConflict(object.status);
}
