import type { FastifyReply, FastifyRequest } from 'fastify';
import { tooManyCalls, tooManyUploads } from '../../errors.ts';
import { queueByKey } from '../../queue.ts';
import { getLimitKey } from './costs.ts';

/** A body of 24 MB takes about 150 MB of memory until it is stored. */
const AT_ONCE = 2;

type Slot = { isHandled: boolean; release: () => void };

/**
 * Limits concurrent large bodies: one per organization, two per process. A request waits before its body is read, so waiting takes no
 * memory.
 */
export function createUploads() {
  const ofOrganization = queueByKey({ atOnce: 1, maxWaiting: 3, refusal: () => tooManyCalls(5) });
  const ofProcess = queueByKey({ atOnce: AT_ONCE, maxWaiting: 10, refusal: tooManyUploads });
  const slots = new WeakMap<FastifyRequest, Slot>();

  return {
    /** Hook `onRequest`: resolves when the body may be read. @throws ApiError 429, 503 */
    async admit(request: FastifyRequest, { raw }: FastifyReply) {
      const released = Promise.withResolvers<void>();
      const slot = { isHandled: false, release: () => released.resolve() };
      slots.set(request, slot);
      // A request that fails before its handler runs ends only with this event.
      raw.once('close', () => {
        if (!slot.isHandled) slot.release();
      });
      const admitted = Promise.withResolvers<void>();
      const stay = async () => {
        admitted.resolve();
        await released.promise;
      };
      ofOrganization(getLimitKey(request), () => ofProcess('', stay)).catch(admitted.reject);
      await admitted.promise;
    },

    /** Runs the handler of an admitted request and frees its slot. */
    async handle<Result>(request: FastifyRequest, job: () => Promise<Result>): Promise<Result> {
      const slot = slots.get(request);
      if (slot === undefined) throw new Error('The request was not admitted.');
      slot.isHandled = true;
      try {
        return await job();
      } finally {
        slot.release();
      }
    },
  };
}
