import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.ts';

export type MetricsAddress = { host: string; port: number };

/**
 * Serves metrics at `/metrics` of a separate address, without authentication.
 *
 * @throws Error with a Russian sentence when the server cannot listen at the address.
 */
export async function serveMetrics(metrics: Metrics, { host, port }: MetricsAddress) {
  const server = createServer((request, response) => {
    request.resume();
    const isAsked = request.url === '/metrics' && ['GET', 'HEAD'].includes(request.method ?? '');
    if (!isAsked) return void response.writeHead(404).end();
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.type }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new Error(
      `По адресу ${host}, порт ${port}, метрики отдавать нельзя. Укажите другие в METRICS_HOST и METRICS_PORT. (${String(cause)})`,
      { cause },
    );
  }
  const address = new URL('http://x/metrics');
  address.hostname = host.includes(':') ? `[${host}]` : host;
  address.port = String((server.address() as AddressInfo).port);
  return {
    url: address.href,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
