import { randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { closeToOthers } from './private-folder.ts';

const FILE = 'control.json';
const MAX_BODY = 64 * 1024;

const place = z.object({ port: z.int(), secret: z.string() });
const asked = z.object({ command: z.string(), given: z.unknown() });
const answered = z.object({ text: z.string().optional(), problem: z.string().optional() });

/** Does a command. @throws Error with a sentence for the operator. */
export type CommandHandler = (command: string, given: unknown) => Promise<string>;

/**
 * Takes commands of the operator beside a running server: an embedded database has one process. Whoever can read the private folder may
 * give them, on the same machine alone.
 *
 * @returns what ends it.
 */
export async function serveControl(folder: string, handle: CommandHandler): Promise<() => Promise<void>> {
  const secret = randomBytes(32).toString('base64url');
  const server = createServer((request, response) => {
    const answer = (status: number, body: z.input<typeof answered>) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (!isSame(request.headers.authorization ?? '', `Bearer ${secret}`)) return answer(403, {});
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => {
      body += piece;
      if (body.length > MAX_BODY) request.destroy();
    });
    request.on('end', () => {
      const job = async () => {
        const { command, given } = asked.parse(JSON.parse(body));
        return handle(command, given);
      };
      job().then(
        (text) => answer(200, { text }),
        (error: unknown) => answer(409, { problem: error instanceof Error ? error.message : String(error) }),
      );
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const file = join(folder, FILE);
  const { port } = server.address() as AddressInfo;
  writeFileSync(file, JSON.stringify({ port, secret }), { mode: 0o600 });
  closeToOthers(file);
  return async () => {
    rmSync(file, { force: true });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

const isSame = (given: string, wanted: string) =>
  given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted));

/**
 * Gives a command to the server that works on a folder.
 *
 * @returns what is to be printed; `undefined` when no server works on it.
 * @throws Error with the sentence of a refusal.
 */
export async function askServer(
  folder: string,
  command: string,
  given: unknown,
): Promise<string | undefined> {
  const file = join(folder, FILE);
  if (!existsSync(file)) return undefined;
  const { port, secret } = place.parse(JSON.parse(readFileSync(file, 'utf8')));
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    body: JSON.stringify({ command, given }),
    // What a killed server has left: nobody listens, or somebody else does.
  }).catch(() => undefined);
  if (response === undefined || response.status === 403) return undefined;
  const { text, problem } = answered.parse(await response.json());
  if (text === undefined) throw new Error(problem ?? 'Сервер не выполнил команду.');
  return text;
}
