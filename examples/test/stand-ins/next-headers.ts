/** `next/headers`, as far as the example uses it. The long command builds against the real one. */
import { AsyncLocalStorage } from 'node:async_hooks';

type Cookies = ReadonlyMap<string, string>;

const visits = new AsyncLocalStorage<Cookies>();

/** Answers a request that carries these cookies. */
export const visit = <T>(jar: Record<string, string>, answer: () => T): T =>
  visits.run(new Map(Object.entries(jar)), answer);

export async function cookies(): Promise<{ get(name: string): { value: string } | undefined }> {
  const jar = visits.getStore();
  return {
    get(name) {
      const value = jar?.get(name);
      return value === undefined ? undefined : { value };
    },
  };
}
