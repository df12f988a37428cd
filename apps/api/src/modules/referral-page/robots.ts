import type { IncomingHttpHeaders } from 'node:http';

const ROBOTS =
  /bot\b|bot\/|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|viber|vkshare|skype|slack|discord|headless|lighthouse|curl|wget|python|java\/|go-http|okhttp|axios|undici|^node\b/i;

/** Whether a visit is no person's: a robot, a messenger that draws a preview, a browser that fetches ahead. */
export function isRobot(headers: IncomingHttpHeaders): boolean {
  const agent = headers['user-agent'] ?? '';
  if (agent === '' || ROBOTS.test(agent)) return true;
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) =>
    String(headers[name] ?? ''),
  );
  return purposes.some((purpose) => /prefetch|preview|prerender/i.test(purpose));
}
