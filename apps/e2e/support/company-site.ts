import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const FIELDS = ['ref', 'click_id', 'first_ref', 'first_click_id'];
const hidden = FIELDS.map((name) => `<input type="hidden" name="${name}">`).join('');
const written = '<label>Имя <input name="name"></label><label>Телефон <input name="phone"></label>';
const button = '<button type="submit">Отправить</button>';

/** Sends the fields of a form without leaving the page, as site builders do. */
const SENDS = `<script>
  document.addEventListener('submit', async (event) => {
    event.preventDefault();
    await fetch('/order', { method: 'POST', body: new URLSearchParams(new FormData(event.target)) });
    document.querySelector('output').textContent = 'Спасибо';
  });
</script><output></output>`;

/** Forms as sites have them. */
export const FORMS = {
  'plain HTML': `<form action="/order" method="post">${hidden}${written}${button}</form>`,
  Tilda: `<div class="t-form__inputsbox"><form class="t-form js-form-proccess">
    ${FIELDS.map((name) => `<div class="t-input-group t-input-group_hd"><input type="hidden" class="t-input js-tilda-rule" name="${name}"></div>`).join('')}
    ${written}${button}</form></div>${SENDS}`,
  'Contact Form 7': `<div class="wpcf7"><form class="wpcf7-form init" novalidate>
    ${FIELDS.map((name) => `<span class="wpcf7-form-control-wrap"><input type="hidden" class="wpcf7-form-control wpcf7-hidden" name="${name}"></span>`).join('')}
    ${written}${button}</form></div>${SENDS}`,
} as const;

/** Name and phone as Tilda calls them. The page sends its forms to the servers of the builder, which are another origin. */
export const tildaPage = (builderUrl: string) => `<form class="t-form js-form-proccess">
    ${hidden}<label>Имя <input name="Name"></label><label>Телефон <input name="Phone"></label>${button}
  </form><script>
    document.addEventListener('submit', async (event) => {
      event.preventDefault();
      await fetch('${builderUrl}/procces/', { method: 'POST', body: new URLSearchParams(new FormData(event.target)) });
      document.querySelector('output').textContent = 'Спасибо';
    });
  </script><output></output>`;

/**
 * Starts the server of a site builder: it sends each form to a webhook, as Tilda does, with a number, and repeats it once as after a timeout.
 * `statuses` are the responses of the webhook.
 */
export async function startBuilder(webhook: string) {
  const statuses: number[] = [];
  const call = async (fields: URLSearchParams) =>
    statuses.push((await fetch(webhook, { method: 'POST', body: fields })).status);
  const server = createServer(async (request, response) => {
    const fields = new URLSearchParams(await text(request));
    fields.set('tranid', '7215:1');
    fields.set('formid', 'form42');
    fields.set('formname', 'Замер');
    await call(fields);
    await call(fields);
    response.writeHead(200, { 'access-control-allow-origin': '*' });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Tilda calls the address when the owner enters it.
  await call(new URLSearchParams({ test: 'test' }));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    statuses,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Starts a site of a company on its own port. Its pages have the snippet of a server and a form; `orders` are the sent forms. */
export async function startCompanySite(serverUrl: string, form: string, attributes = 'data-days="30"') {
  const orders: Record<string, string>[] = [];
  const page = `<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>Окна</title><link rel="icon" href="data:,">
    <script src="${serverUrl}/snippet.js" ${attributes} defer></script></head><body>${form}</body></html>`;
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') orders.push(Object.fromEntries(new URLSearchParams(await text(request))));
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(request.method === 'POST' ? '<!doctype html><title>Окна</title><p>Спасибо</p>' : page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    orders,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
