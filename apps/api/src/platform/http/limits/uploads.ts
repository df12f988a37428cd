import type { FastifyReply, FastifyRequest } from 'fastify';
import { tooManyCalls, unavailable } from '../../errors.ts';
import { queueByKey } from '../../queue.ts';
import { payerOf } from './costs.ts';

/** Bodies of 24 MB take some 150 MB each until they are stored. */
const AT_ONCE = 2;

const tooBusy = () =>
  unavailable({
    detail: 'Сейчас загружается слишком много файлов. Повторите через минуту.',
    code: 'unavailable',
  });

type Slot = { isHandled: boolean; release: () => void };

/**
 * Places for large bodies: one of an organization at a time, two of the process. A request waits for its place before its body is read, so
 * that waiting takes no memory.
 */
export function createUploads() {
  const ofOrganization = queueByKey({ atOnce: 1, waiting: 3, refusal: () => tooManyCalls(5) });
  const ofProcess = queueByKey({ atOnce: AT_ONCE, waiting: 10, refusal: tooBusy });
  const slots = new WeakMap<FastifyRequest, Slot>();

  return {
    /** Hook `onRequest`: resolves when the body may be read. @throws ApiError 429, 503 */
    async admit(request: FastifyRequest, { raw }: FastifyReply) {
      const released = Promise.withResolvers<void>();
      const slot = { isHandled: false, release: () => released.resolve() };
      slots.set(request, slot);
      // A request that fails before its handler runs has no other end.
      raw.once('close', () => {
        if (!slot.isHandled) slot.release();
      });
      const admitted = Promise.withResolvers<void>();
      const stay = async () => {
        admitted.resolve();
        await released.promise;
      };
      ofOrganization(payerOf(request), () => ofProcess('', stay)).catch(admitted.reject);
      await admitted.promise;
    },

    /** Runs the handler of an admitted request and gives its place back. */
    async handle<Result>(request: FastifyRequest, job: () => Promise<Result>): Promise<Result> {
      const slot = slots.get(request);
      if (slot === undefined) throw new Error('the request has not been admitted');
      slot.isHandled = true;
      try {
        return await job();
      } finally {
        slot.release();
      }
    },
  };
}
