import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { EXPORT_MEDIA, type ExportFormat, type RouteContract } from '@referral-dashboard/api-contract';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import { unavailable } from '../errors.ts';
import { queueByKey } from '../queue.ts';
import { type Call, callOf, routePath } from '../route.ts';
import type { Sheet, Zoned } from './columns.ts';
import { csv } from './csv.ts';
import type { ReadSnapshot } from './snapshot.ts';
import { wallClock } from './wall-clock.ts';
import { xlsx } from './xlsx.ts';

/** A list as a file: what it is to hold, and how its rows are read. */
export type Export<Row extends Zoned> = {
  sheet: Sheet<Row>;
  read: ReadSnapshot<Row>;
};

type ExportContract = RouteContract & { media: readonly string[] };

/** How long a client may take nothing before its connection is cut: each holds one of the database. */
const PATIENCE_MS = 60_000;

const tooBusy = () =>
  unavailable({
    detail: 'Сейчас выгружается слишком много файлов. Повторите через минуту.',
    code: 'unavailable',
  });

export type ServeExport = ReturnType<typeof createExports>;

/** Serves lists as files, three at a time: the others wait, so that exports leave the database to everybody else. */
export function createExports(clock: Clock) {
  const inLine = queueByKey({ atOnce: 3, waiting: 20, refusal: tooBusy });
  const today = () => wallClock(clock(), 'Europe/Moscow').toISOString().slice(0, 10);

  return <Contract extends ExportContract, Row extends Zoned>(
    app: FastifyInstance,
    contract: Contract,
    handler: (call: Call<Contract> & { query: { format: ExportFormat } }) => Export<Row>,
  ) => {
    const { method, path, access, media } = contract;
    app.route({
      method,
      url: routePath(path),
      config: { access, media },
      handler: async (request, reply) => {
        const call = callOf(contract, request) as Call<Contract> & { query: { format: ExportFormat } };
        const { format } = call.query;
        const { sheet, read } = handler(call);
        await inLine('exports', () =>
          read(async ({ total, batches }) => {
            const nameOf = (name: string) => `${name} ${today()}.${format}`;
            reply.headers({
              'content-type': EXPORT_MEDIA[format],
              'content-disposition': contentDisposition(nameOf(sheet.name), {
                fallback: nameOf(sheet.latinName).replace(' ', '-'),
              }),
              'cache-control': 'no-store',
              'x-total-count': total,
            });
            await stream(reply, Readable.from(format === 'csv' ? csv(sheet, batches) : xlsx(sheet, batches)));
          }),
        );
        return reply;
      },
    });
  };
}

/** Resolves when the answer is over, one way or another. A failure after the first byte breaks the connection off, so that half a file is not taken for a whole one. */
async function stream(reply: FastifyReply, body: Readable) {
  if (reply.request.method === 'HEAD') return void reply.send();
  reply.raw.setTimeout(PATIENCE_MS, () => body.destroy(new Error('nobody takes the file')));
  reply.send(body);
  // Without an error, when the client has gone away.
  await finished(body).catch(() => undefined);
  if (body.errored) reply.log.error({ err: body.errored }, 'export broken off');
}
