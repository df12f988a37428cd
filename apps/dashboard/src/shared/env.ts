/** Settings that the host of the page wrote into its `<meta>` elements. An unfilled placeholder reads as empty. */
function metaContent(name: string): string {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim() ?? '';
  return /^__\w+__$/.test(content) ? '' : content;
}

export const env = {
  /** Address of the API; empty: the page's own origin. */
  apiBase: () => metaContent('api-base'),
  /** Address of «Написать в техподдержку»: http(s), mailto or tel; anything else reads as empty. */
  supportUrl: () => {
    const url = metaContent('support-url');
    return /^(https?|mailto|tel):/i.test(url) ? url : '';
  },
  /** Key of the Yandex SmartCaptcha widget; empty: no captcha. */
  captchaSiteKey: () => metaContent('captcha-site-key'),
  /** The nonce that styles made at run time carry. */
  styleNonce: () => document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '',
};

/** Address of something that the server of the API gives out. */
export const servedAt = (path: string) => `${env.apiBase().replace(/\/$/, '')}${path}`;
