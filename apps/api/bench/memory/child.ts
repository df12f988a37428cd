import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Reading } from './served.ts';

/** Starts a server in a separate process with the given environment. */
export async function startChild(env: Record<string, string>) {
  const child = fork(join(import.meta.dirname, 'served.ts'), {
    execArgv: ['--expose-gc'],
    env: { ...process.env, PORT: '0', TRUST_PROXY: 'loopback', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  child.stdout?.resume();
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the server has ended')));
  ended.catch(() => undefined);
  const heard = async <Message>() => (await Promise.race([once(child, 'message'), ended]))[0] as Message;
  const url = await heard<string>();
  return {
    url,
    read() {
      child.send('read');
      return heard<Reading>();
    },
    async stop() {
      child.send('stop');
      await ended.catch(() => undefined);
    },
  };
}
