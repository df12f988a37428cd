import { setImmediate } from 'node:timers/promises';

/** Keys in a question at most. */
const SIZE = 100;

/**
 * Asks for many in one question, one question after another: what is asked in one turn of the event loop, or while a question is under
 * way, goes together into the next, so that nobody is answered by what was read before they asked. Nothing is remembered.
 *
 * @param ask Answers in the order of the keys.
 */
export function inBatches<Key, Answer>(
  ask: (keys: readonly Key[]) => Promise<readonly Answer[]>,
): (key: Key) => Promise<Answer> {
  const waiting: { key: Key; asked: PromiseWithResolvers<Answer> }[] = [];
  let isAsking = false;

  const askAll = async () => {
    isAsking = true;
    while (waiting.length > 0) {
      await setImmediate();
      const batch = waiting.splice(0, SIZE);
      try {
        const answers = await ask(batch.map(({ key }) => key));
        for (const [index, { asked }] of batch.entries()) asked.resolve(answers[index] as Answer);
      } catch (error) {
        for (const { asked } of batch) asked.reject(error);
      }
    }
    isAsking = false;
  };

  return (key) => {
    const asked = Promise.withResolvers<Answer>();
    waiting.push({ key, asked });
    if (!isAsking) void askAll();
    return asked.promise;
  };
}
