import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A call that a stub got. */
export type StubCall = { method: string; path: string; query: URLSearchParams; body: unknown; token: string };

export type StubResponse = { status: number; json?: unknown; headers?: Record<string, string> };

const readBody = async (request: IncomingMessage) => {
  const body = await text(request);
  return body === '' ? undefined : (JSON.parse(body) as unknown);
};

/**
 * Starts a local server that answers calls as a CRM does. `intercept` may answer instead. `close` closes the connection
 * without a response, `lose` does so after the call was executed.
 */
export async function startStub(answer: (call: StubCall) => StubResponse) {
  const calls: StubCall[] = [];
  type Interception = StubResponse | 'close' | 'lose' | undefined;
  type Intercept = (call: StubCall, count: number) => Interception | Promise<Interception>;
  const stub = { calls, answer, intercept: (() => undefined) as Intercept };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stub');
    const call: StubCall = {
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      body: await readBody(request),
      token: String(request.headers.authorization ?? '').replace('Bearer ', ''),
    };
    calls.push(call);
    const intercepted = await stub.intercept(call, calls.length);
    if (intercepted === 'lose') answer(call);
    if (intercepted === 'close' || intercepted === 'lose') return void request.socket.destroy();
    const { status, json, headers } = intercepted ?? answer(call);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(json === undefined ? undefined : JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(stub, {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
}
