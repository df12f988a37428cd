import type { RouteContract } from '@referral-dashboard/api-contract';
import { useAuthFetch } from '@referral-dashboard/react-auth';
import { useEffect, useRef, useState } from 'react';
import { pathOf, searchOf } from '../../api/call.ts';
import { type ErrorSentence, errorSentence } from '../../errors/sentence.ts';
import { download, saveFile } from './download.ts';

type Format = 'csv' | 'xlsx';

/** The whole list under its filters as a file; one at a time. */
export function useExport(route: RouteContract, query: Record<string, string>, name: string) {
  const fetch = useAuthFetch();
  const [bytes, setBytes] = useState<number | null>(null);
  const [failure, setFailure] = useState<ErrorSentence | null>(null);
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const start = async (format: Format) => {
    abort.current = new AbortController();
    const { signal } = abort.current;
    setFailure(null);
    setBytes(0);
    try {
      const url = `${pathOf(route, {})}?${searchOf({ query: { ...query, format } })}`;
      saveFile(await download((to, init) => fetch(to, init), url, `${name}.${format}`, setBytes, signal));
    } catch (error) {
      if (!signal.aborted) setFailure(errorSentence(error, 'Файл не получен'));
    }
    setBytes(null);
  };
  return {
    start,
    cancel: () => abort.current?.abort(),
    /** Bytes received; `null` while nothing is on its way. */
    bytes,
    failure,
    forget: () => setFailure(null),
  };
}
