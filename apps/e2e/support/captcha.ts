import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';

export type Validation = { secret: string | null; token: string | null; ip: string | null };

/** A stub of the Yandex SmartCaptcha server. Accepts tokens that begin with «person», each once. */
export async function startCaptchaService() {
  const validations: Validation[] = [];
  const spent = new Set<string>();
  let verdict: 'by token' | 'failed' | 'none' = 'by token';

  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    const validation = { secret: form.get('secret'), token: form.get('token'), ip: form.get('ip') };
    const token = validation.token ?? '';
    validations.push(validation);
    const passed = verdict === 'by token' && token.startsWith('person') && !spent.has(token);
    spent.add(token);
    response.writeHead(verdict === 'none' ? 503 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: passed ? 'ok' : 'failed', message: '', host: '127.0.0.1' }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/validate`,
    validations: (): readonly Validation[] => validations,
    /** Rejects all following tokens. */
    refuseAll() {
      verdict = 'failed';
    },
    /** Responds with 503 to all following requests. */
    breakDown() {
      verdict = 'none';
    },
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

/** A stub of the widget script: a button that issues a new token on each click. */
const script = `
  const widgets = [];
  let issued = 0;
  window.smartCaptcha = {
    render(container, { sitekey, callback, hl }) {
      const place = typeof container === 'string' ? document.getElementById(container) : container;
      const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Я не робот' });
      Object.assign(button.dataset, { sitekey, hl: hl ?? '' });
      const widget = { button, token: '', listeners: [] };
      button.addEventListener('click', () => {
        widget.token = 'person ' + (issued += 1);
        button.textContent = 'Проверка пройдена';
        callback?.(widget.token);
        for (const [event, listener] of widget.listeners) if (event === 'success') listener(widget.token);
      });
      place.append(button);
      return widgets.push(widget) - 1;
    },
    reset(id = 0) {
      widgets[id].token = '';
      widgets[id].button.textContent = 'Я не робот';
    },
    destroy: (id = 0) => widgets[id].button.remove(),
    execute: (id = 0) => widgets[id].button.click(),
    getResponse: (id = 0) => widgets[id].token,
    showError() {},
    setTheme() {},
    subscribe(id, event, listener) {
      const entry = [event, listener];
      widgets[id].listeners.push(entry);
      return () => widgets[id].listeners.splice(widgets[id].listeners.indexOf(entry), 1);
    },
  };
  window.__onSmartCaptchaReady?.();
`;

export const captchaScript = /^https:\/\/smartcaptcha\.[a-z.]+\/captcha\.js/;

/** Serves the stub in place of the widget script. */
export const stubCaptchaScript = (page: Page) =>
  page.route(captchaScript, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
      body: script,
    }),
  );

export const captchaButton = (page: Page) => page.getByRole('button', { name: 'Я не робот' });
export const captchaPassed = (page: Page) => page.getByRole('button', { name: 'Проверка пройдена' });
