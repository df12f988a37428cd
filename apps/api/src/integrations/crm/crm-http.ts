import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import {
  createPublicAgent,
  describeError,
  hasNoConnection,
  type PublicAgentSettings,
  REQUEST_LIMIT_MS,
  readBody,
  TOO_SLOW,
} from '../../platform/public-agent.ts';
import { CrmProblem } from './crm-client.ts';
import { createLimiter, type Rate } from './limiter.ts';

/** Maximum number of bytes of a response. */
const MAX_READ = 8 * 1024 * 1024;
/** Number of attempts of a call that exceeds the limits of the CRM. */
const ATTEMPTS = 3;
/** Longest wait for another attempt, in seconds. A longer one ends the call. */
const MAX_WAIT_S = 5;
/** Number of accounts whose limits are remembered. */
const MAX_ACCOUNTS = 1000;

export type CrmRequest = {
  method: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  body?: unknown;
};

/** Response of a CRM. `json` is undefined for an empty body, and for one that is not JSON. */
export type CrmResponse = { status: number; json: unknown; retryAfterS: number | undefined };

export type CrmHttp = ReturnType<typeof createCrmHttp>;

/** Makes calls to CRMs at public addresses, within the limits of each account. */
export function createCrmHttp(settings: PublicAgentSettings) {
  const { dispatcher, findProblem, close } = createPublicAgent(settings);
  const limiters = new Map<string, () => Promise<void>>();

  function limiterOf(origin: string, rate: Rate) {
    const known = limiters.get(origin);
    if (known !== undefined) return known;
    if (limiters.size >= MAX_ACCOUNTS) limiters.clear();
    const limiter = createLimiter(rate);
    limiters.set(origin, limiter);
    return limiter;
  }

  async function send({ method, url, headers = {}, body }: CrmRequest): Promise<CrmResponse> {
    const signal = AbortSignal.timeout(REQUEST_LIMIT_MS);
    try {
      const response = await request(url, {
        ...{ dispatcher, method, signal },
        headers: {
          ...headers,
          accept: 'application/json',
          'user-agent': 'referral-dashboard',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const bytes = await readBody(response.body, MAX_READ);
      const { 'retry-after': retryAfter } = response.headers;
      return {
        status: response.statusCode,
        json: parseJson(bytes),
        retryAfterS:
          typeof retryAfter === 'string' && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined,
      };
    } catch (error) {
      throw new CrmProblem('unreachable', signal.aborted ? TOO_SLOW : describeError(error), {
        mayBeExecuted: !hasNoConnection(error),
      });
    }
  }

  return {
    findProblem,

    /**
     * Makes a call, and repeats it a few times when the CRM limits it: a limited call has not been executed.
     *
     * @param findRefusal returns the problem of a response, or undefined.
     */
    async call(
      rate: Rate,
      call: CrmRequest,
      findRefusal: (response: CrmResponse) => CrmProblem | undefined,
    ): Promise<CrmResponse> {
      const take = limiterOf(new URL(call.url).origin, rate);
      for (let attempt = 1; ; attempt += 1) {
        await take();
        const response = await send(call);
        const problem = findRefusal(response);
        if (problem === undefined) return response;
        const waitS = response.retryAfterS ?? problem.retryAfterS;
        if (problem.kind !== 'limited') throw problem;
        if (attempt === ATTEMPTS || waitS > MAX_WAIT_S)
          throw new CrmProblem('limited', problem.message, { retryAfterS: waitS });
        await wait(waitS * 1000);
      }
    },

    close,
  };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
