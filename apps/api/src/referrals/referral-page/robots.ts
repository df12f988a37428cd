import type { IncomingHttpHeaders } from 'node:http';
import { isbot } from 'isbot';

const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** True for a visit that is no person's: of a robot, a messenger that draws a preview, a browser that fetches ahead. */
export function isRobot(headers: IncomingHttpHeaders): boolean {
  const agent = headers['user-agent'] ?? '';
  if (agent === '' || isbot(agent)) return true;
  return PURPOSES.some((name) => /prefetch|preview|prerender/i.test(String(headers[name] ?? '')));
}
