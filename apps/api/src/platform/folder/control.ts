import { randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { closeToOthers } from './private-folder.ts';

const FILE = 'control.json';
const MAX_BODY = 64 * 1024;

const addressSchema = z.object({ port: z.int(), secret: z.string() });
const requestSchema = z.object({ command: z.string(), given: z.unknown() });
const resultSchema = z.object({ text: z.string().optional(), problem: z.string().optional() });

/** Runs a command. @throws Error with a sentence for the operator. */
export type CommandHandler = (command: string, input: unknown) => Promise<string>;

/**
 * Accepts commands of the operator in a running server, because only one process can open the embedded database. Any process on this
 * machine that can read the private folder may send commands.
 *
 * @returns a function that stops accepting commands.
 */
export async function serveControl(folder: string, handle: CommandHandler): Promise<() => Promise<void>> {
  const secret = randomBytes(32).toString('base64url');
  const server = createServer((request, response) => {
    const respond = (status: number, body: z.input<typeof resultSchema>) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (!isSame(request.headers.authorization ?? '', `Bearer ${secret}`)) return respond(403, {});
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => {
      body += piece;
      if (body.length > MAX_BODY) request.destroy();
    });
    request.on('end', () => {
      const job = async () => {
        const { command, given: input } = requestSchema.parse(JSON.parse(body));
        return handle(command, input);
      };
      job().then(
        (text) => respond(200, { text }),
        (error: unknown) => respond(409, { problem: error instanceof Error ? error.message : String(error) }),
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

const isSame = (actual: string, expected: string) =>
  actual.length === expected.length && timingSafeEqual(Buffer.from(actual), Buffer.from(expected));

/**
 * Sends a command to the server that uses a folder.
 *
 * @returns the text to print; `undefined` when no server uses the folder.
 * @throws Error with the sentence of a refusal.
 */
export async function sendToServer(
  folder: string,
  command: string,
  input: unknown,
): Promise<string | undefined> {
  const file = join(folder, FILE);
  if (!existsSync(file)) return undefined;
  const { port, secret } = addressSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    body: JSON.stringify({ command, given: input }),
    // A killed server leaves its address behind: nothing listens there, or another process does.
  }).catch(() => undefined);
  if (response === undefined || response.status === 403) return undefined;
  const { text, problem } = resultSchema.parse(await response.json());
  if (text === undefined) throw new Error(problem ?? 'Сервер не выполнил команду.');
  return text;
}
