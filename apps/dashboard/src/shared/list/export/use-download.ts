import { useAuthFetch } from '@referral-dashboard/react-auth';
import { useEffect, useRef, useState } from 'react';
import { type ErrorText, explainError } from '@/shared/errors/explain-error.ts';
import { download, saveFile } from './download.ts';

/** Downloads a file from the API and saves it through the browser, one at a time. */
export function useDownload() {
  const fetch = useAuthFetch();
  const [bytes, setBytes] = useState<number | null>(null);
  const [failure, setFailure] = useState<ErrorText | null>(null);
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);

  /** @param fallbackName File name when the response has no name. */
  const start = async (url: string, fallbackName: string) => {
    abort.current = new AbortController();
    const { signal } = abort.current;
    setFailure(null);
    setBytes(0);
    try {
      saveFile(await download((target, init) => fetch(target, init), url, fallbackName, setBytes, signal));
    } catch (error) {
      if (!signal.aborted) setFailure(explainError(error, 'Файл не получен').alert);
    } finally {
      setBytes(null);
    }
  };
  return {
    start,
    cancel: () => abort.current?.abort(),
    /** Received bytes; `null` when no download is active. */
    bytes,
    failure,
    clearFailure: () => setFailure(null),
  };
}
