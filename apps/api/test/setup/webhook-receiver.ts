import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';

/** A request that a receiver got. */
export type ReceivedEvent = {
  headers: IncomingHttpHeaders;
  body: string;
  id: string;
  type: string;
  data: unknown;
};

type Respond = (response: ServerResponse, count: number, event: ReceivedEvent) => void;

/** Responds with a status and no body. */
export const respondWith =
  (status: number): Respond =>
  (response) =>
    response.writeHead(status).end();

/** Starts a receiver of webhooks on this machine. */
export async function startReceiver(respond: Respond = respondWith(204)) {
  const events: ReceivedEvent[] = [];
  const receiver = { events, respond };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { type, data } = JSON.parse(body);
    const event = { headers: request.headers, body, id: String(request.headers['webhook-id']), type, data };
    events.push(event);
    receiver.respond(response, events.length, event);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    /** Types of the events in the order of their arrival. */
    types: () => events.map(({ type }) => type),
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Returns true when the event is signed with the secret. The library verifies it at the time of the signature. */
export function isSignedWith(secret: string, { body, headers }: ReceivedEvent): boolean {
  vi.useFakeTimers({ toFake: ['Date'], now: Number(headers['webhook-timestamp']) * 1000 });
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  } finally {
    vi.useRealTimers();
  }
}
