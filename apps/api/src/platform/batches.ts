export type BatchSettings = {
  /** Questions under way side by side. */
  atOnce?: number;
  /** Keys in a question at most. */
  size?: number;
};

/**
 * Asks for many in one question: what is asked while questions are under way goes together into the next, so that nobody is answered
 * by what was read before they asked. Nothing is remembered.
 *
 * @param ask Answers in the order of the keys.
 */
export function inBatches<Key, Answer>(
  ask: (keys: readonly Key[]) => Promise<readonly Answer[]>,
  { atOnce = 1, size = 100 }: BatchSettings = {},
): (key: Key) => Promise<Answer> {
  const waiting: { key: Key; asked: PromiseWithResolvers<Answer> }[] = [];
  let underWay = 0;

  const askNext = async () => {
    const batch = waiting.splice(0, size);
    underWay += 1;
    try {
      const answers = await ask(batch.map(({ key }) => key));
      for (const [index, { asked }] of batch.entries()) asked.resolve(answers[index] as Answer);
    } catch (error) {
      for (const { asked } of batch) asked.reject(error);
    }
    underWay -= 1;
    if (waiting.length > 0) void askNext();
  };

  return (key) => {
    const asked = Promise.withResolvers<Answer>();
    waiting.push({ key, asked });
    if (underWay < atOnce) void askNext();
    return asked.promise;
  };
}
