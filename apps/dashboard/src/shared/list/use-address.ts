import { splitList } from '@referral-dashboard/api-contract';
import { useSearchParams } from 'react-router-dom';
import { type Changes, changed } from './address.ts';

export type Address = ReturnType<typeof useAddress>;

/** List state in the URL parameters. It survives a reload and the back button, and can be shared as a link. */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  return {
    params,
    get: (name: string) => params.get(name) ?? '',
    listOf: (name: string) => {
      const written = params.get(name);
      return written === null ? [] : splitList(written);
    },
    /** Link target with the changes applied. */
    after: (changes: Changes) => ({ search: changed(params, changes).toString() }),
    /** `replace` adds no history entry, for changes on every key press. */
    change: (changes: Changes, { replace = false } = {}) =>
      setParams((current) => changed(current, changes), { replace }),
  };
}
