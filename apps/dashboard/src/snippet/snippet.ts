/**
 * Snippet for the organization's own site. It keeps the last and the first click of a visitor in one first-party cookie and writes them into
 * hidden fields of forms. It loads nothing and sends nothing. `data-days`: the window in days. `data-consent="wait"`: no cookie is read or
 * written until the site calls `refConsent()`; `refConsent(false)` removes it.
 */
export {};

declare global {
  interface Window {
    refConsent: (isGiven?: boolean) => void;
  }
}

/** A click: `{code}.{id}.{time in milliseconds}`. */
const CLICK = /^[a-z\d-]{3,32}\.[a-f\d-]{36}\.\d+$/i;
const COOKIE = 'ref_clicks=';

const { days = 30, consent } = document.currentScript?.dataset ?? {};
const seconds = Number(days) * 86_400;
const query = new URLSearchParams(location.search);
const opened = [query.get('ref'), query.get('click_id'), Date.now()].join('.');

/** The last click and the first one. */
let clicks = CLICK.test(opened) ? [opened, opened] : [];

const part = (click: string | undefined, index: number) => (click ?? '').split('.')[index] ?? '';

function writeCookie(maxAge: number) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
  document.cookie = `${COOKIE}${clicks.join('~')};path=/;max-age=${maxAge};samesite=lax`;
}

function readCookie() {
  const stored = `; ${document.cookie}`.split(`; ${COOKIE}`)[1]?.split(';')[0] ?? '';
  const kept = stored
    .split('~')
    .filter((click) => CLICK.test(click) && Date.now() - Number(part(click, 2)) < seconds * 1000);
  const isNew = clicks[0] !== undefined && part(kept[0], 1) !== part(opened, 1);
  if (!isNew) clicks = kept;
  else {
    clicks = [opened, kept.pop() ?? opened];
    writeCookie(seconds);
  }
}

function fill() {
  const [last, first = last] = clicks;
  const values = [part(last, 0), part(last, 1), part(first, 0), part(first, 1)];
  ['ref', 'click_id', 'first_ref', 'first_click_id'].forEach((name, index) => {
    const fields = `[type=hidden][name=${name}],[data-ref-field=${name}]`;
    for (const input of document.querySelectorAll<HTMLInputElement>(fields))
      input.value = values[index] || input.value;
  });
}

window.refConsent = (isGiven = true) => {
  if (isGiven) readCookie();
  else writeCookie(0);
  fill();
};

// Forms may be added later, so their fields are filled again before they can be sent.
for (const event of ['DOMContentLoaded', 'focusin', 'click', 'submit'])
  document.addEventListener(event, fill, true);
if (consent !== 'wait') readCookie();
fill();
