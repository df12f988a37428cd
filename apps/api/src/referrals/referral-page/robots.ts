import type { IncomingHttpHeaders } from 'node:http';
import { isbot } from 'isbot';

const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** True for visits of robots, of link previews in messengers and of prefetching browsers. */
export function isRobot(headers: IncomingHttpHeaders): boolean {
  const agent = headers['user-agent'] ?? '';
  if (agent === '' || isbot(agent)) return true;
  return PURPOSES.some((name) => /prefetch|preview|prerender/i.test(String(headers[name] ?? '')));
}
