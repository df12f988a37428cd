import { createHash } from 'node:crypto';
import type { PageSettings } from './page.ts';

const CAPTCHA_HOSTS = ['https://smartcaptcha.yandexcloud.net', 'https://smartcaptcha.cloud.yandex.ru'];

/**
 * Returns a function that builds the Content-Security-Policy of the page for a nonce. It allows the files of the build, the API and, if
 * configured, the captcha.
 *
 * @param inline the only inline script of the page.
 */
export function createPolicy(
  { apiBase, captchaSiteKey }: PageSettings,
  inline?: Buffer,
): (nonce: string) => string {
  const hashes =
    inline === undefined ? [] : [`'sha256-${createHash('sha256').update(inline).digest('base64')}'`];
  const captcha = captchaSiteKey === '' ? [] : CAPTCHA_HOSTS;
  const api = apiBase === '' ? [] : [new URL(apiBase).origin];
  return (nonce) =>
    Object.entries({
      'default-src': ["'none'"],
      'script-src': ["'self'", ...hashes, ...captcha],
      'style-src': ["'self'", `'nonce-${nonce}'`],
      'img-src': ["'self'", 'data:', ...api],
      'font-src': ["'self'"],
      'manifest-src': ["'self'"],
      'connect-src': ["'self'", ...api, ...captcha],
      'frame-src': captcha.length > 0 ? captcha : ["'none'"],
      'frame-ancestors': ["'none'"],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
    })
      .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
      .join('; ');
}
