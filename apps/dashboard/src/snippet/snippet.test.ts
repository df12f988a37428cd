import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const NOW = new Date('2026-11-27T10:00:00Z');
const ID = (digit: number) => `0198c0de-0000-7000-8000-00000000000${digit}`;
const DAY_MS = 24 * 60 * 60 * 1000;

const FORM = `<form>
  <input type="hidden" name="ref"><input type="hidden" name="click_id">
  <input type="hidden" name="utm" data-ref-field="first_ref"><input type="hidden" name="first_click_id">
  <input name="ref" id="visible">
</form>`;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  document.body.innerHTML = FORM;
});
afterEach(() => {
  vi.useRealTimers();
  // biome-ignore lint/suspicious/noDocumentCookie: the snippet writes the cookie in this way
  document.cookie = 'ref_clicks=;path=/;max-age=0';
  history.replaceState(null, '', '/');
  document.body.innerHTML = '';
});

/** Runs the snippet on a page of the site. */
async function visit(query: string, data: Record<string, string> = {}) {
  history.replaceState(null, '', `/${query}`);
  const script = Object.assign(document.createElement('script'), {});
  Object.assign(script.dataset, data);
  const current = vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  vi.resetModules();
  await import('./snippet.ts');
  current.mockRestore();
}
const click = (ref: string, digit: number) => `?ref=${ref}&click_id=${ID(digit)}`;
const fields = () => [...document.querySelectorAll('input')].map(({ value }) => value);

test('a click fills the hidden fields and no other field', async () => {
  await visit(click('okna77', 1));
  expect(fields()).toEqual(['okna77', ID(1), 'okna77', ID(1), '']);
});

test('the first and the last click are kept for later pages', async () => {
  await visit(click('first', 1));
  await visit(click('second', 2));
  await visit(click('third', 3));
  document.body.innerHTML = FORM;
  await visit('');
  expect(fields()).toEqual(['third', ID(3), 'first', ID(1), '']);
});

test('a click that is older than the window is forgotten', async () => {
  await visit(click('first', 1), { days: '10' });
  vi.setSystemTime(NOW.getTime() + 6 * DAY_MS);
  await visit(click('second', 2), { days: '10' });
  vi.setSystemTime(NOW.getTime() + 11 * DAY_MS);
  document.body.innerHTML = FORM;
  await visit('', { days: '10' });
  expect(fields()).toEqual(['second', ID(2), 'second', ID(2), '']);
});

test('a reload of the page is not a new click', async () => {
  await visit(click('first', 1));
  const { cookie } = document;
  vi.setSystemTime(NOW.getTime() + DAY_MS);
  await visit(click('first', 1));
  expect(document.cookie).toBe(cookie);
});

test.each(['?ref=producthunt', `?ref=a;b=c&click_id=${ID(1)}`, `?click_id=${ID(1)}`])(
  'an address that our link did not open changes nothing: %s',
  async (query) => {
    await visit(query);
    expect(fields()).toEqual(['', '', '', '', '']);
    expect(document.cookie).toBe('');
  },
);

test('with «wait» no cookie is used before the consent, and the fields have the click of the page', async () => {
  await visit(click('okna77', 1), { consent: 'wait' });
  expect(fields()).toEqual(['okna77', ID(1), 'okna77', ID(1), '']);
  expect(document.cookie).toBe('');
  window.refConsent();
  expect(document.cookie).toContain(`okna77.${ID(1)}`);
  window.refConsent(false);
  expect(document.cookie).toBe('');
});

test('a form that was added later is filled before it is sent', async () => {
  await visit(click('okna77', 1));
  document.body.innerHTML = FORM;
  expect(fields()[0]).toBe('');
  document.querySelector('#visible')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  expect(fields()[0]).toBe('okna77');
});
