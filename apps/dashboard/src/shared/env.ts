/** Reads a setting that the web server writes into a `<meta>` element. A placeholder that is not replaced counts as empty. */
function metaContent(name: string): string {
  if (typeof document === 'undefined') return '';
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim() ?? '';
  return /^__\w+__$/.test(content) ? '' : content;
}

export const env = {
  /** Base URL of the API; empty for the same origin. */
  apiBase: () => metaContent('api-base'),
  /** Support link. Only http(s), mailto and tel URLs are accepted; others count as empty. */
  supportUrl: () => {
    const url = metaContent('support-url');
    return /^(https?|mailto|tel):/i.test(url) ? url : '';
  },
  /** Site key of Yandex SmartCaptcha; empty disables the captcha. */
  captchaSiteKey: () => metaContent('captcha-site-key'),
  /** CSP nonce for styles that are inserted at run time. */
  styleNonce: () => document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '',
};

/** URL of a file that the API server serves. */
export const serverUrl = (path: string) => `${env.apiBase().replace(/\/$/, '')}${path}`;
