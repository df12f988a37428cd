import { z } from 'zod';
import { invalid } from '../../platform/errors.ts';

const TIMEOUT_MS = 3000;

/** The check's outcome; `unreachable` when the service gave none. */
export type CaptchaVerdict = 'passed' | 'failed' | 'unreachable';

export type CaptchaSettings = {
  serverKey: string;
  /** Address at which Yandex SmartCaptcha validates tokens. */
  url: string;
};

/** Asks whether a token stands for a person; `address` is the browser's. Never throws. */
export type Captcha = (token: string, address: string) => Promise<CaptchaVerdict>;

const answer = z.object({ status: z.enum(['ok', 'failed']) });

/**
 * Yandex SmartCaptcha, waiting 3 s for its answer.
 *
 * Source: yandex.cloud/ru/docs/smartcaptcha/concepts/validation
 *
 * @param onOutage told why when there is no verdict.
 */
export function createCaptcha(
  { serverKey, url }: CaptchaSettings,
  fetch: typeof globalThis.fetch,
  onOutage: (cause: unknown) => void,
): Captcha {
  return async (token, address) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ secret: serverKey, token, ip: address }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      // The service says 400 to a token that is none; other refusals are about our key or its health.
      if (response.status === 400) return 'failed';
      if (!response.ok) throw new Error(`the captcha service answered ${response.status}`);
      const { status } = answer.parse(await response.json());
      return status === 'ok' ? 'passed' : 'failed';
    } catch (cause) {
      onOutage(cause);
      return 'unreachable';
    }
  };
}

/** Lets pass whoever the captcha stands for, and everybody while its service gives no verdict. @throws ApiError 400 */
export async function refuseRobots(captcha: Captcha, token: string, address: string) {
  if ((await captcha(token, address)) === 'failed')
    throw invalid({ 'smart-token': ['Подтвердите, что вы не робот.'] });
}
