import { request } from 'undici';
import {
  createPublicAgent,
  describeError,
  type PublicAgentSettings,
  REQUEST_LIMIT_MS,
  readBody,
  TOO_SLOW,
} from '../../platform/public-agent.ts';

/** Maximum number of bytes that are read from a response. */
const MAX_READ = 64 * 1024;
/** Number of bytes of a response that are stored. */
const MAX_STORED = 2048;

/** Result of a request. `status` is null without a response. `problem` is empty for a delivered event. */
export type SentResult = { status: number | null; response: string; problem: string; durationMs: number };

export type Sender = ReturnType<typeof createSender>;

/** Sends webhooks to public addresses. Redirects are not followed. */
export function createSender(settings: PublicAgentSettings) {
  const { dispatcher, findProblem, close } = createPublicAgent(settings);

  async function post(url: string, headers: Record<string, string>, body: string, signal: AbortSignal) {
    const response = await request(url, { dispatcher, method: 'POST', headers, body, signal });
    const text = await readBody(response.body, MAX_READ);
    return { status: response.statusCode, text: text.subarray(0, MAX_STORED) };
  }

  return {
    findProblem,

    /** Sends a signed event. Errors are part of the result, except after `stop`. @throws the reason of `stop`. */
    async send(
      url: string,
      headers: Record<string, string>,
      body: string,
      stop?: AbortSignal,
    ): Promise<SentResult> {
      const startedAt = performance.now();
      const timeout = AbortSignal.timeout(REQUEST_LIMIT_MS);
      const getDuration = () => Math.round(performance.now() - startedAt);
      try {
        const { status, text } = await post(
          url,
          { ...headers, 'content-type': 'application/json', 'user-agent': 'referral-dashboard-webhooks' },
          body,
          stop === undefined ? timeout : AbortSignal.any([timeout, stop]),
        );
        return {
          status,
          response: toText(text),
          problem: describeStatus(status),
          durationMs: getDuration(),
        };
      } catch (error) {
        stop?.throwIfAborted();
        return {
          status: null,
          response: '',
          problem: timeout.aborted ? TOO_SLOW : describeError(error),
          durationMs: getDuration(),
        };
      }
    },

    close,
  };
}

/** PostgreSQL stores no zero bytes. A character that the limit cuts is dropped. */
const toText = (bytes: Buffer) =>
  bytes
    .toString('utf8')
    .replaceAll('\0', '')
    .replace(/\ufffd+$/, '');

function describeStatus(status: number): string {
  if (status >= 200 && status < 300) return '';
  if (status >= 300 && status < 400) return `Ответ ${status}: перенаправления не выполняются.`;
  return `Ответ ${status}.`;
}
