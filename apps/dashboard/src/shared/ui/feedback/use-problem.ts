import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useState } from 'react';
import { isApiFailure, isRetryable } from '@/shared/api/failure.ts';

/** Cause that several parts can share: no connection or a server error. `null` for other errors. */
const getCause = (error: unknown) =>
  isApiFailure(error) && isRetryable(error) ? (error.status === null ? 'connection' : 'server') : null;

type PartErrors = ReadonlyMap<string, unknown>;

/** Returns an error whose cause an earlier part has already reported; `null` if no cause is shared. */
function findSharedError(errorsByPart: PartErrors): unknown {
  const errors = [...errorsByPart.values()];
  return (
    errors.find(
      (error, index) =>
        getCause(error) !== null && errors.findIndex((other) => getCause(other) === getCause(error)) < index,
    ) ?? null
  );
}

type Problems = { sharedError: unknown; report: (part: string, error: unknown) => () => void };

/** Errors of the page parts, and the banner for a shared cause. */
export const ProblemsContext = createContext<Problems & { banner: ReactNode }>({
  sharedError: null,
  report: () => () => undefined,
  banner: null,
});

/** Collects the errors of page parts and finds a shared cause. */
export function useProblems(): Problems {
  const [errorsByPart, setErrorsByPart] = useState<PartErrors>(new Map());
  const [report] = useState(() => (part: string, error: unknown) => {
    setErrorsByPart((before) => new Map(before).set(part, error));
    return () => setErrorsByPart((before) => new Map([...before].filter(([one]) => one !== part)));
  });
  return { sharedError: findSharedError(errorsByPart), report };
}

/** Reports the error of a part to the page. Returns true when the page banner shows its cause. */
export function useProblem(error: unknown): boolean {
  const part = useId();
  const { sharedError, report } = useContext(ProblemsContext);
  useLayoutEffect(() => (error ? report(part, error) : undefined), [report, part, error]);
  return Boolean(error) && sharedError !== null && getCause(sharedError) === getCause(error);
}
