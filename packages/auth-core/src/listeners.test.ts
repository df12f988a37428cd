import { expect, test, vi } from 'vitest';
import { createListeners } from './listeners.ts';

test('a listener that throws keeps nobody from the news, and is told of', () => {
  const warn = vi.fn();
  const heard = vi.fn();
  const { add, tell } = createListeners<string>(warn);
  const fault = new Error('of a listener');
  add(() => {
    throw fault;
  });
  add(heard);
  tell('news');
  expect(heard.mock.calls).toEqual([['news']]);
  expect(warn.mock.calls).toEqual([['a listener failed', fault]]);
});
