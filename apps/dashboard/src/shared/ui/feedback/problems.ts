import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useState } from 'react';
import { isApiFailure, isPassing } from '../../api/failure.ts';

/** Cause that several parts can share: no connection or a server error. `null` for other errors. */
const causeOf = (error: unknown) =>
  isApiFailure(error) && isPassing(error) ? (error.status === null ? 'connection' : 'server') : null;

type Told = ReadonlyMap<string, unknown>;

/** Returns an error whose cause an earlier part has already reported; `null` if no cause is shared. */
function commonOf(told: Told): unknown {
  const errors = [...told.values()];
  return (
    errors.find(
      (error, index) =>
        causeOf(error) !== null && errors.findIndex((other) => causeOf(other) === causeOf(error)) < index,
    ) ?? null
  );
}

type Problems = { common: unknown; tell: (part: string, error: unknown) => () => void };

/** Errors of the page parts, and the banner for a shared cause. */
export const ProblemsContext = createContext<Problems & { banner: ReactNode }>({
  common: null,
  tell: () => () => undefined,
  banner: null,
});

/** Collects the errors of page parts and finds a shared cause. */
export function useProblems(): Problems {
  const [told, setTold] = useState<Told>(new Map());
  const [tell] = useState(() => (part: string, error: unknown) => {
    setTold((before) => new Map(before).set(part, error));
    return () => setTold((before) => new Map([...before].filter(([one]) => one !== part)));
  });
  return { common: commonOf(told), tell };
}

/** Reports the error of a part to the page. Returns true when the page banner shows its cause. */
export function useProblem(error: unknown): boolean {
  const part = useId();
  const { common, tell } = useContext(ProblemsContext);
  useLayoutEffect(() => (error ? tell(part, error) : undefined), [tell, part, error]);
  return Boolean(error) && common !== null && causeOf(common) === causeOf(error);
}
