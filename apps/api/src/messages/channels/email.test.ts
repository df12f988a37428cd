import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { email } from './email.ts';

type Received = { to: string[]; raw: string };

const servers: SMTPServer[] = [];
const closers: (() => void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await Promise.all(
    servers.splice(0).map((server) => new Promise<void>((resolve) => void server.close(() => resolve()))),
  );
});

/** Starts a local mail server. `refusals` maps recipients to SMTP error codes. */
async function mailServer(refusals: Record<string, number> = {}, password?: string) {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', ...(password === undefined ? ['AUTH'] : [])],
    allowInsecureAuth: true,
    logger: false,
    onAuth: (credentials, _session, done) =>
      credentials.password === password
        ? done(null, { user: credentials.username ?? '' })
        : done(new Error('no')),
    onRcptTo({ address }, _session, done) {
      const code = refusals[address];
      if (code === undefined) return done();
      done(Object.assign(new Error('refused'), { responseCode: code }));
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, raw: Buffer.concat(parts).toString() });
        done();
      });
    },
  });
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return { received, port };
}

const from = { name: 'Окна и двери', address: 'robot@example.ru' };
const message = {
  id: '0199aaaa-0000-7000-8000-000000000001',
  to: 'ivan@example.ru',
  title: 'Новый лид Л-1 <b>',
  text: 'Пришел лид Л-1.\nПрограмма «Окна & двери».',
  url: 'https://example.ru/leads?id=1&tab=2',
};

function channel(url: string) {
  const transport = email({ url, from });
  closers.push(() => transport.close?.());
  return transport;
}

test('sends the heading as subject, and the text as plain text and escaped HTML', async () => {
  const { received, port } = await mailServer();
  expect(await channel(`smtp://127.0.0.1:${port}`).send(message)).toEqual({ kind: 'sent' });
  expect(received.map(({ to }) => to)).toEqual([['ivan@example.ru']]);
  const parsed = await PostalMime.parse(received[0]?.raw ?? '');
  expect(parsed).toMatchObject({ from, subject: message.title, messageId: `<${message.id}@example.ru>` });
  expect(parsed.text?.trim()).toBe(`${message.text}\n\n${message.url}`);
  expect(parsed.html).toContain('Окна &#38; двери');
  expect(parsed.html).toContain('Л-1 &#60;b&#62;');
  expect(parsed.html).not.toContain('<b>');
  expect(parsed.html).not.toContain('class="logo"');
});

test.each([
  [550, 'refused'],
  [451, 'failed'],
  [535, 'down'],
])('maps SMTP code %i of a recipient to %s', async (code, kind) => {
  const { port } = await mailServer({ 'ivan@example.ru': code });
  expect(await channel(`smtp://127.0.0.1:${port}`).send(message)).toMatchObject({ kind });
});

test.each([
  'ivan@example.ru\r\nBcc: thief@example.ru',
  'ivan@example.ru, thief@example.ru',
  'Иван <a@b.ru>',
  '',
])('refuses %j, which is not exactly one address', async (to) => {
  const { received, port } = await mailServer();
  expect(await channel(`smtp://127.0.0.1:${port}`).send({ ...message, to })).toMatchObject({
    kind: 'refused',
  });
  expect(received).toEqual([]);
});

test('replaces a line break in the heading', async () => {
  const { received, port } = await mailServer();
  await channel(`smtp://127.0.0.1:${port}`).send({ ...message, title: 'Лид\r\nBcc: thief@example.ru' });
  expect(received.map(({ to }) => to)).toEqual([['ivan@example.ru']]);
});

test('reports a wrong password or an unreachable server as a problem of the channel', async () => {
  const { port } = await mailServer({}, 'right');
  expect(await channel(`smtp://robot:wrong@127.0.0.1:${port}`).send(message)).toMatchObject({
    kind: 'down',
    problem: expect.stringContaining('пароль'),
  });
  expect(await channel(`smtp://robot:right@127.0.0.1:${port}`).send(message)).toEqual({ kind: 'sent' });
  expect(await channel('smtp://127.0.0.1:1').send(message)).toMatchObject({ kind: 'down' });
});

test('sends nothing to a remote server without encryption', async () => {
  const { received, port } = await mailServer();
  const outcome = await channel(`smtp://robot:secret@127.0.0.2:${port}`).send(message);
  expect(outcome).toMatchObject({ kind: 'down' });
  expect(received).toEqual([]);
});

describe('a message of an organization', () => {
  const name = 'ООО «Окна» <b>&"';
  const brand = {
    name,
    logoUrl: 'https://example.ru/logo/1',
    colors: {
      fill: '#ffe000',
      ink: '#000000',
      hover: '#ffe426',
      link_light: '#756700',
      link_dark: '#ffe000',
    },
  };
  const footer = {
    reason: 'Вы получили это письмо, потому что работаете в этой организации.',
    settingsUrl: 'https://example.ru/profile/notifications',
  };
  async function receive(more: object) {
    const { received, port } = await mailServer();
    await channel(`smtp://127.0.0.1:${port}`).send({ ...message, brand, footer, ...more });
    return PostalMime.parse(received[0]?.raw ?? '');
  }

  test('shows the logo with the escaped name, uses readable colors, and has its name as the sender', async () => {
    const { html, from: sender } = await receive({});
    expect(sender).toEqual({ name, address: from.address });
    expect(html).toMatch(
      /<img class="logo" src="https:\/\/example.ru\/logo\/1" alt="ООО «Окна» &#60;b&#62;&#38;&#34;" height="40"/,
    );
    expect(html).toContain('color:#756700');
    expect(html).toContain('background:#ffe000;color:#000000');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).not.toContain('<b>');
  });

  test('shows the escaped name in the colors of the product without a logo and a color', async () => {
    const { html } = await receive({ brand: { name, logoUrl: null, colors: null } });
    expect(html).not.toContain('<img');
    expect(html).toContain(
      'color:#07747e;font-size:18px;font-weight:bold">ООО «Окна» &#60;b&#62;&#38;&#34;</p>',
    );
    expect(html).not.toContain('<b>');
  });

  test('ends with the name, the reason and the notification settings in both parts', async () => {
    const { html, text } = await receive({ support: 'mailto:help@okna.ru' });
    expect(text?.trim()).toBe(
      [
        message.text,
        message.url,
        'Вопросы: help@okna.ru',
        `${name}\n${footer.reason}\nНастроить уведомления: ${footer.settingsUrl}`,
      ].join('\n\n'),
    );
    expect(html).toContain(footer.reason);
    expect(html).toContain(`<a href="${footer.settingsUrl}"`);
  });

  test('states no reason that is not known and no settings of a recipient without a sign-in', async () => {
    const { html, text } = await receive({ footer: { reason: '', settingsUrl: null } });
    expect(text?.trim()).toBe(`${message.text}\n\n${message.url}\n\n${name}`);
    expect(html).not.toContain('Вы получили');
    expect(html).not.toContain('Настроить уведомления');
  });
});
