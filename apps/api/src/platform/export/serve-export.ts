import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import {
  DEFAULT_TIME_ZONE,
  EXPORT_MEDIA,
  type ExportFormat,
  type RouteContract,
} from '@referral-dashboard/api-contract';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import { unavailable } from '../errors.ts';
import type { Principal } from '../http/principal.ts';
import { selectReads } from '../http/reads.ts';
import { type Call, handleRoute } from '../http/route.ts';
import type { Viewer } from '../http/viewer.ts';
import { queueByKey } from '../queue.ts';
import type { Sheet, WithTimeZone } from './columns.ts';
import { csv } from './csv.ts';
import type { ReadSnapshot } from './snapshot.ts';
import { localDateTime } from './wall-clock.ts';
import { xlsx } from './xlsx.ts';

/** A list to export: its columns, and the function that reads its rows. */
export type Export<Row extends WithTimeZone> = {
  sheet: Sheet<Row>;
  read: ReadSnapshot<Row>;
};

async function* once<Row>(rows: Row[]) {
  yield await Promise.resolve(rows);
}

/** Rows of a short list, for the reader of an export. */
export const inOneBatch = <Row>(rows: Row[]) => ({ total: rows.length, batches: once(rows) });

type ExportContract = RouteContract & { media: readonly string[] };
type ExportCall<Contract extends ExportContract> = Call<Contract> & { query: { format: ExportFormat } };

/** A file that the client has received completely. */
export type FinishedExport = { organizationId: string | null; userId: string; list: string };

/** A file that is about to be sent. */
export type StartedExport = {
  viewer: Viewer;
  list: string;
  format: ExportFormat;
  rows: number;
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
};

export type ExportWatch = {
  /** Called before the first byte is sent. A failure stops the export. */
  onStart: (event: StartedExport) => Promise<void>;
  onFinish: (event: FinishedExport) => Promise<void>;
};

/** Number of pieces that are generated before the client reads them. */
const BUFFERED_PIECES = 2;

/** Timeout for a client that does not read. Each export holds a database connection. */
const TIMEOUT_MS = 60_000;

const tooBusy = () =>
  unavailable({
    detail: 'Сейчас выгружается слишком много файлов. Повторите через минуту.',
    code: 'unavailable',
  });

export type ServeExport = ReturnType<typeof createExports>;

/**
 * Returns a function that registers an export call. Concurrent exports are limited: one per user, two per organization, three per role.
 * Others wait, so slow clients cannot take every slot or every database connection.
 */
export function createExports(clock: Clock, watch: ExportWatch) {
  const ofPerson = queueByKey({ atOnce: 1, maxWaiting: 3, refusal: tooBusy });
  const ofOrganization = queueByKey({ atOnce: 2, maxWaiting: 10, refusal: tooBusy });
  const ofRole = queueByKey({ atOnce: 3, maxWaiting: 20, refusal: tooBusy });

  return <Contract extends ExportContract, Row extends WithTimeZone>(
    app: FastifyInstance,
    contract: Contract,
    handler: (call: ExportCall<Contract>) => Export<Row>,
  ) => {
    handleRoute(app, contract, async (input, reply) => {
      const call = input as ExportCall<Contract>;
      const {
        query: { format },
        params,
        request,
      } = call;
      const viewer = call.viewer as Viewer | Principal | null;
      const { sheet, read } = handler(call);
      const { user, organizationId, timeZone } = request.principal ?? {};
      const zone = (await timeZone?.()) ?? DEFAULT_TIME_ZONE;
      let isComplete = false;
      let hasStarted = false;
      // The rows may be read at a replica and again at the primary. The journal is written once, at the primary.
      const atPrimary = AsyncLocalStorage.snapshot();
      async function begin(rows: number) {
        if (hasStarted || viewer === null || !('userId' in viewer) || request.method === 'HEAD') return;
        hasStarted = true;
        const event = {
          viewer,
          format,
          rows,
          list: sheet.name,
          params: params ?? {},
          query: call.query as StartedExport['query'],
        };
        await atPrimary(() => watch.onStart(event));
      }
      const write = () =>
        read(async ({ total, batches }) => {
          await begin(total);
          reply
            .headers(buildHeaders(sheet, format, localDateTime(clock(), zone)))
            .header('x-total-count', total);
          const lines = format === 'csv' ? csv<Row> : xlsx<Row>;
          isComplete = await stream(reply, (rows) => lines(sheet, rows), batches);
        });
      const send = () => selectReads(app, contract)(write, () => !reply.sent);
      const person = user?.id ?? request.ip;
      await ofPerson(person, () =>
        ofOrganization(organizationId ?? person, () => ofRole(user?.role ?? '', send)),
      );
      if (isComplete && user !== undefined)
        await watch.onFinish({ organizationId: organizationId ?? null, userId: user.id, list: sheet.name });
      return reply;
    });
  };
}

/** Returns the headers of a file, which is named after its list and the local date: «Лиды 2026-11-21.xlsx». */
function buildHeaders({ name, latinName }: Sheet<never>, format: ExportFormat, now: Date) {
  const today = now.toISOString().slice(0, 10);
  const fallback = `${latinName}-${today}.${format}`;
  return {
    'content-type': EXPORT_MEDIA[format],
    'content-disposition': contentDisposition(`${name} ${today}.${format}`, { fallback }),
    'cache-control': 'no-store',
  };
}

/**
 * Sends a file and returns true when the client received all of it. The response starts before the first row. A failure between rows aborts
 * the connection, so that the client does not take a partial file for a complete one.
 */
async function stream<Row>(
  reply: FastifyReply,
  lines: (batches: AsyncIterable<Row[]>) => AsyncIterable<string | Uint8Array>,
  batches: AsyncIterable<Row[]>,
): Promise<boolean> {
  if (reply.request.method === 'HEAD') {
    reply.send();
    return false;
  }
  async function* withTimeout() {
    for await (const batch of batches) {
      // Set only after the first rows: before that, the client is not the cause of a delay.
      reply.raw.setTimeout(TIMEOUT_MS);
      yield batch;
    }
  }
  const body = Readable.from(lines(withTimeout()), { highWaterMark: BUFFERED_PIECES });
  reply.raw.once('timeout', () => body.destroy(new Error('The client does not read the file.')));
  reply.send(body);
  // A client that disconnects sets no error on the stream.
  const isRead = await finished(body).then(
    () => true,
    () => false,
  );
  if (body.errored) reply.log.error({ err: body.errored }, 'export aborted');
  return isRead;
}
