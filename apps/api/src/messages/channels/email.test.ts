import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { email } from './email.ts';

type Received = { to: string[]; raw: string };

const servers: SMTPServer[] = [];
const closing: (() => void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await Promise.all(
    servers.splice(0).map((server) => new Promise<void>((resolve) => void server.close(() => resolve()))),
  );
});

/** A mail server on this machine that refuses some recipients. */
async function mailServer(refusals: Record<string, number> = {}, password?: string) {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', ...(password === undefined ? ['AUTH'] : [])],
    allowInsecureAuth: true,
    logger: false,
    onAuth: (given, _session, done) =>
      given.password === password ? done(null, { user: given.username ?? '' }) : done(new Error('no')),
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
const letter = {
  id: '0199aaaa-0000-7000-8000-000000000001',
  to: 'ivan@example.ru',
  title: 'Новый лид Л-1 <b>',
  text: 'Пришел лид Л-1.\nПрограмма «Окна & двери».',
  url: 'https://example.ru/leads?id=1&tab=2',
};

function channel(url: string) {
  const made = email({ url, from });
  closing.push(() => made.close?.());
  return made;
}

test('a letter arrives with its heading, as text and as HTML in which nothing of the text is markup', async () => {
  const { received, port } = await mailServer();
  expect(await channel(`smtp://127.0.0.1:${port}`).send(letter)).toEqual({ kind: 'sent' });
  expect(received.map(({ to }) => to)).toEqual([['ivan@example.ru']]);
  const parsed = await PostalMime.parse(received[0]?.raw ?? '');
  expect(parsed).toMatchObject({ from, subject: letter.title, messageId: `<${letter.id}@example.ru>` });
  expect(parsed.text?.trim()).toBe(`${letter.text}\n\n${letter.url}`);
  expect(parsed.html).toContain('Окна &#38; двери');
  expect(parsed.html).toContain('Л-1 &#60;b&#62;');
  expect(parsed.html).not.toContain('<b>');
});

test.each([
  [550, 'refused'],
  [451, 'failed'],
  [535, 'down'],
])('a recipient refused with %i: %s', async (code, kind) => {
  const { port } = await mailServer({ 'ivan@example.ru': code });
  expect(await channel(`smtp://127.0.0.1:${port}`).send(letter)).toMatchObject({ kind });
});

test.each([
  'ivan@example.ru\r\nBcc: thief@example.ru',
  'ivan@example.ru, thief@example.ru',
  'Иван <a@b.ru>',
  '',
])('an address that is more than one address is written to nobody: %j', async (to) => {
  const { received, port } = await mailServer();
  expect(await channel(`smtp://127.0.0.1:${port}`).send({ ...letter, to })).toMatchObject({
    kind: 'refused',
  });
  expect(received).toEqual([]);
});

test('a heading with a line break is one heading', async () => {
  const { received, port } = await mailServer();
  await channel(`smtp://127.0.0.1:${port}`).send({ ...letter, title: 'Лид\r\nBcc: thief@example.ru' });
  expect(received.map(({ to }) => to)).toEqual([['ivan@example.ru']]);
});

test('a wrong password, and a server that is not there, are about the channel and not about the letter', async () => {
  const { port } = await mailServer({}, 'right');
  expect(await channel(`smtp://robot:wrong@127.0.0.1:${port}`).send(letter)).toMatchObject({
    kind: 'down',
    problem: expect.stringContaining('пароль'),
  });
  expect(await channel(`smtp://robot:right@127.0.0.1:${port}`).send(letter)).toEqual({ kind: 'sent' });
  expect(await channel('smtp://127.0.0.1:1').send(letter)).toMatchObject({ kind: 'down' });
});

test('a server elsewhere that has no encryption gets nothing', async () => {
  const { received, port } = await mailServer();
  const outcome = await channel(`smtp://robot:secret@127.0.0.2:${port}`).send(letter);
  expect(outcome).toMatchObject({ kind: 'down' });
  expect(received).toEqual([]);
});
