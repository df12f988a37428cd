import { splitList } from '@referral-dashboard/api-contract';
import { useSearchParams } from 'react-router-dom';
import { applyChanges, type ParamChanges } from './address.ts';

export type Address = ReturnType<typeof useAddress>;

const keep = (params: URLSearchParams) => params;

/**
 * List state in the URL parameters. It survives a reload and the back button, and can be shared as a link.
 *
 * @param complete Adds defaults to the parameters. Links and changes state them.
 */
export function useAddress(complete: (params: URLSearchParams) => URLSearchParams = keep) {
  const [urlParams, setParams] = useSearchParams();
  const params = complete(urlParams);
  return {
    params,
    get: (name: string) => params.get(name) ?? '',
    getList: (name: string) => {
      const value = params.get(name);
      return value === null ? [] : splitList(value);
    },
    /** Link target with the changes applied. */
    linkTo: (changes: ParamChanges) => ({ search: applyChanges(params, changes).toString() }),
    /** `replace` adds no history entry, for changes on every key press. */
    change: (changes: ParamChanges, { replace = false } = {}) =>
      setParams((current) => applyChanges(complete(current), changes), { replace }),
  };
}
