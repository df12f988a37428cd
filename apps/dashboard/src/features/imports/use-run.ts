import { importRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { type ErrorText, explainError } from '@/shared/errors/explain-error.ts';
import { STALE_AFTER_RUN } from './import.ts';

/** Starts the run of an import. */
export function useRun(id: string) {
  const { mutate, isPending } = useApiMutation(importRoutes.runImport, STALE_AFTER_RUN);
  const [failure, setFailure] = useState<ErrorText | null>(null);
  const run = () => {
    setFailure(null);
    mutate(
      { params: { id } },
      { onError: (error) => setFailure(explainError(error, 'Загрузка не началась').alert) },
    );
  };
  return { run, isPending, failure };
}
