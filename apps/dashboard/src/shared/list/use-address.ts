import { splitList } from '@referral-dashboard/api-contract';
import { useSearchParams } from 'react-router-dom';
import { type Changes, changed } from './address.ts';

export type Address = ReturnType<typeof useAddress>;

/** The state of a list, all of which stands in the address: reload, back and a link sent to a colleague keep it. */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  return {
    params,
    get: (name: string) => params.get(name) ?? '',
    listOf: (name: string) => {
      const written = params.get(name);
      return written === null ? [] : splitList(written);
    },
    /** Target of a link that makes the change. */
    after: (changes: Changes) => ({ search: changed(params, changes).toString() }),
    /** `replace` leaves no step to come back to: for what changes key by key. */
    change: (changes: Changes, { replace = false } = {}) =>
      setParams((current) => changed(current, changes), { replace }),
  };
}
