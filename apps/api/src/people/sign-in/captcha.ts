import { z } from 'zod';
import { invalid } from '../../platform/errors.ts';

const TIMEOUT_MS = 3000;

/** Result of a captcha check; `unreachable` when the service returned none. */
export type CaptchaVerdict = 'passed' | 'failed' | 'unreachable';

export type CaptchaSettings = {
  serverKey: string;
  /** URL of Yandex SmartCaptcha for the validation of tokens. */
  url: string;
};

/** Checks a captcha token of a browser with the IP address `address`. Never throws. */
export type Captcha = (token: string, address: string) => Promise<CaptchaVerdict>;

const responseBody = z.object({ status: z.enum(['ok', 'failed']) });

/**
 * Checks captcha tokens with Yandex SmartCaptcha. The timeout is 3 s.
 *
 * Source: yandex.cloud/ru/docs/smartcaptcha/concepts/validation
 *
 * @param onOutage called with the cause when the service returns no verdict.
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
      // Status 400 means an invalid token. Other errors concern the server key or the service itself.
      if (response.status === 400) return 'failed';
      if (!response.ok) throw new Error(`The captcha service returned status ${response.status}.`);
      const { status } = responseBody.parse(await response.json());
      return status === 'ok' ? 'passed' : 'failed';
    } catch (cause) {
      onOutage(cause);
      return 'unreachable';
    }
  };
}

/** Refuses a failed captcha. While the service is unreachable, every token passes. @throws ApiError 400 */
export async function refuseRobots(captcha: Captcha, token: string, address: string) {
  if ((await captcha(token, address)) === 'failed')
    throw invalid({ 'smart-token': ['Подтвердите, что вы не робот.'] });
}
