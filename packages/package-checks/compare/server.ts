import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const bodyOf = async (request: IncomingMessage) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
};

/** An API with one expired session, for SimpleJWT and OAuth clients. A refresh token can be used once. */
export async function startExpired() {
  const seen = { refreshes: 0, spentTwice: 0 };
  let access = 'access-1';
  let refresh = 'refresh-0';
  const spent = new Set<string>();
  let refreshed = () => {};
  const afterRefresh = new Promise<void>((resolve) => {
    refreshed = resolve;
  });

  const server = createServer(async (request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const body = await bodyOf(request);
    if (request.method === 'POST') {
      const token = /refresh-\d+/.exec(body)?.[0] ?? '';
      seen.refreshes += 1;
      if (spent.has(token)) seen.spentTwice += 1;
      if (token !== refresh) return answer(401, { detail: 'spent' });
      spent.add(token);
      access = `access-${seen.refreshes + 1}`;
      refresh = `refresh-${seen.refreshes}`;
      answer(200, { access, refresh, access_token: access, refresh_token: refresh, expires_in: 300 });
      return refreshed();
    }
    const isGood = request.headers.authorization === `Bearer ${access}`;
    // Delays the 401 until another request has refreshed.
    if (request.url === '/late' && !isGood) {
      await afterRefresh;
      await new Promise((later) => setTimeout(later, 50));
    }
    return answer(isGood ? 200 : 401, {});
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
