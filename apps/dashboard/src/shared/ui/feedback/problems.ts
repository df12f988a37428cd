import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useState } from 'react';
import { isApiFailure, isPassing } from '../../api/failure.ts';

/** Cause that parts of a page may have in common: no answer, or trouble of the server's own. */
const causeOf = (error: unknown) =>
  isApiFailure(error) && isPassing(error) ? (error.status === null ? 'connection' : 'server') : null;

type Told = ReadonlyMap<string, unknown>;

/** The error that several parts of the page tell of; `null` when each has its own. */
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

/** Problems of a page's parts, and what the page shows of a common one. */
export const ProblemsContext = createContext<Problems & { banner: ReactNode }>({
  common: null,
  tell: () => () => undefined,
  banner: null,
});

/** Problems that the parts of a page tell of, gathered so that one cause is told once. */
export function useProblems(): Problems {
  const [told, setTold] = useState<Told>(new Map());
  const [tell] = useState(() => (part: string, error: unknown) => {
    setTold((before) => new Map(before).set(part, error));
    return () => setTold((before) => new Map([...before].filter(([one]) => one !== part)));
  });
  return { common: commonOf(told), tell };
}

/** Tells the page of a part's problem. Answers whether the page tells of its cause itself. */
export function useProblem(error: unknown): boolean {
  const part = useId();
  const { common, tell } = useContext(ProblemsContext);
  useLayoutEffect(() => (error ? tell(part, error) : undefined), [tell, part, error]);
  return Boolean(error) && common !== null && causeOf(common) === causeOf(error);
}
