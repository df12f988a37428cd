import { describe, expect, test, vi } from 'vitest';
import type { LockManagerLike, PageEvent } from './platform.ts';
import { type Page, pageTabs } from './tabs.ts';

const listener = () => undefined;

/** A turn that is wanted until its work is done. */
function turnOf(name: string) {
  let isDone = false;
  const work = vi.fn(async (_isContended: boolean) => {
    isDone = true;
  });
  return { name, scope: {}, isWanted: () => !isDone, work, patience: () => new AbortController().signal };
}

const pageWith = (locks: LockManagerLike): Page => ({ addEventListener: listener, navigator: { locks } });

describe('a page', () => {
  test.each<[string, Page]>([
    ['without events', {}],
    ['without a navigator', { addEventListener: listener }],
    ['without locks', { addEventListener: listener, navigator: {} }],
  ])('%s takes turns in its process', async (_name, page) => {
    const turn = turnOf(`in process: ${_name}`);
    await pageTabs(page).take(turn);
    expect(turn.work.mock.calls).toEqual([[true]]);
  });

  test.each([
    ['is visible', { hidden: false }, 1],
    ['is hidden', { hidden: true }, 0],
    ['has no document', undefined, 1],
  ])('that %s hears what is written apart from what wakes it', (_name, document, times) => {
    const heard = new Map<string, (event: PageEvent) => void>();
    const [onWrite, onWake] = [vi.fn(), vi.fn()];
    const page: Page = {
      addEventListener: (type, hear) => void heard.set(type, hear),
      ...(document && { document }),
    };
    pageTabs(page).listen(onWrite, onWake);
    heard.get('storage')?.({ type: 'storage', key: 'access_token' });
    expect(onWrite.mock.calls).toEqual([['access_token']]);
    expect(onWake).not.toHaveBeenCalled();
    heard.get('online')?.({ type: 'online' });
    expect(onWake).toHaveBeenCalledTimes(times);
    expect(onWrite).toHaveBeenCalledOnce();
  });
});

describe('locks', () => {
  test('that cannot be had at all are done without, if the turn is wanted still', async () => {
    const refusing = pageWith({
      request: () => Promise.reject(new Error('sandboxed')),
      query: async () => ({}),
    });
    const turn = turnOf('refused');
    await pageTabs(refusing).take(turn);
    expect(turn.work.mock.calls).toEqual([[true]]);
    const late = { ...turnOf('late'), isWanted: () => false };
    await pageTabs(refusing).take(late);
    expect(late.work).not.toHaveBeenCalled();
  });

  test.each([
    ['others hold other names', { held: [{ name: 'of somebody else', clientId: 'tab 1' }] }],
    ['it is not told who holds them', {}],
  ])('are waited for, and not taken away, where %s', async (_name, found) => {
    const asked: string[] = [];
    const page = pageWith({
      async request(name, _options, work) {
        asked.push(name);
        if (asked.length === 1) return work(null);
        if (asked.length < 4) throw new Error('out of patience');
        return work({});
      },
      query: async () => found,
    });
    const turn = turnOf('mine');
    await pageTabs(page).take(turn);
    expect(asked).toEqual(['mine', 'mine', 'mine', 'mine']);
    expect(turn.work.mock.calls).toEqual([[true]]);
  });
});
