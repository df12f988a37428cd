import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type TaxServiceResponse = { status: number; body: unknown };

/** Documented responses of the tax service, and an outage. */
export const TAX_RESPONSES = {
  payer: { status: 200, body: { status: true, message: 'Самозанятый' } },
  stranger: { status: 200, body: { status: false, message: 'Не является плательщиком' } },
  invalid: { status: 422, body: { code: 'validation.failed', message: 'Указан некорректный ИНН' } },
  limited: {
    status: 422,
    body: { code: 'taxpayer.status.service.limited.error', message: 'Превышено количество запросов' },
  },
  unavailable: {
    status: 422,
    body: { code: 'taxpayer.status.service.unavailable.error', message: 'Сервис недоступен' },
  },
  broken: { status: 502, body: '<html>' },
} as const satisfies Record<string, TaxServiceResponse>;

/** Starts a local fake of the tax service that responds with `respond` and records the requests. */
export async function startTaxService(
  respond: (path: string, body: Record<string, string>) => TaxServiceResponse,
) {
  const requests: { path: string; body: Record<string, string> }[] = [];
  const service = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, string>);
    const path = request.url ?? '';
    requests.push({ path, body });
    const { status, body: content } = respond(path, body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => service.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    asked: requests,
    async stop() {
      service.closeAllConnections();
      await new Promise((resolve) => service.close(resolve));
    },
  };
}
