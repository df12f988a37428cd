import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import {
  EXPORT_MEDIA,
  type ExportFormat,
  type RouteContract,
  USUAL_TIME_ZONE,
} from '@referral-dashboard/api-contract';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import { unavailable } from '../errors.ts';
import type { Principal } from '../http/principal.ts';
import { readsOf } from '../http/reads.ts';
import { answerRoute, type Call } from '../http/route.ts';
import type { Viewer } from '../http/viewer.ts';
import { queueByKey } from '../queue.ts';
import type { Sheet, WithTimeZone } from './columns.ts';
import { csv } from './csv.ts';
import type { ReadSnapshot } from './snapshot.ts';
import { localDateTime } from './wall-clock.ts';
import { xlsx } from './xlsx.ts';

/** A list as a file: what it is to hold, and how its rows are read. */
export type Export<Row extends WithTimeZone> = {
  sheet: Sheet<Row>;
  read: ReadSnapshot<Row>;
};

type ExportContract = RouteContract & { media: readonly string[] };
type ExportCall<Contract extends ExportContract> = Call<Contract> & { query: { format: ExportFormat } };

/** A file that a person has taken completely. */
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
  /** Called before the first byte is sent; a failure stops the export. */
  begun: (begun: StartedExport) => Promise<void>;
  made: (made: FinishedExport) => Promise<void>;
};

/** Pieces of a file made before they are taken. */
const AHEAD = 2;

/** Time after which a client that takes nothing is cut off: each holds a connection of the database. */
const PATIENCE_MS = 60_000;

const tooBusy = () =>
  unavailable({
    detail: 'Сейчас выгружается слишком много файлов. Повторите через минуту.',
    code: 'unavailable',
  });

export type ServeExport = ReturnType<typeof createExports>;

/**
 * Serves lists as files: one at a time to a person, two to an organization, three to all of a role, the others wait. Nobody's slow
 * client holds all places, and the database is there for everybody else too.
 */
export function createExports(clock: Clock, watch: ExportWatch) {
  const ofPerson = queueByKey({ atOnce: 1, waiting: 3, refusal: tooBusy });
  const ofOrganization = queueByKey({ atOnce: 2, waiting: 10, refusal: tooBusy });
  const ofRole = queueByKey({ atOnce: 3, waiting: 20, refusal: tooBusy });

  return <Contract extends ExportContract, Row extends WithTimeZone>(
    app: FastifyInstance,
    contract: Contract,
    handler: (call: ExportCall<Contract>) => Export<Row>,
  ) => {
    answerRoute(app, contract, async (given, reply) => {
      const call = given as ExportCall<Contract>;
      const {
        query: { format },
        params,
        request,
      } = call;
      const viewer = call.viewer as Viewer | Principal | null;
      const { sheet, read } = handler(call);
      const { user, organizationId, timeZone } = request.principal ?? {};
      const zone = (await timeZone?.()) ?? USUAL_TIME_ZONE;
      let isWhole = false;
      let hasBegun = false;
      // The rows may be read at a replica, and again at the primary; the journal is written once, at the primary.
      const atPrimary = AsyncLocalStorage.snapshot();
      async function begin(rows: number) {
        if (hasBegun || viewer === null || !('userId' in viewer) || request.method === 'HEAD') return;
        hasBegun = true;
        const begun = {
          viewer,
          format,
          rows,
          list: sheet.name,
          params: params ?? {},
          query: call.query as StartedExport['query'],
        };
        await atPrimary(() => watch.begun(begun));
      }
      const write = () =>
        read(async ({ total, batches }) => {
          await begin(total);
          reply
            .headers(headersOf(sheet, format, localDateTime(clock(), zone)))
            .header('x-total-count', total);
          const lines = format === 'csv' ? csv<Row> : xlsx<Row>;
          isWhole = await sparingly(() => stream(reply, (rows) => lines(sheet, rows), batches));
        });
      const send = () => readsOf(app, contract)(write, () => !reply.sent);
      const person = user?.id ?? request.ip;
      await ofPerson(person, () =>
        ofOrganization(organizationId ?? person, () => ofRole(user?.role ?? '', send)),
      );
      if (isWhole && user !== undefined)
        await watch.made({ organizationId: organizationId ?? null, userId: user.id, list: sheet.name });
      return reply;
    });
  };
}

let underWay = 0;

/**
 * Does what drops much memory soon. Of itself V8 lets the heap grow to some four times what is in use: a file of a million rows would leave
 * 100 MB more behind. Clearing up at twice costs every answer a sixth, so only while a file is written.
 */
async function sparingly<Result>(work: () => Promise<Result>): Promise<Result> {
  underWay += 1;
  setFlagsFromString('--heap-growing-percent=100');
  try {
    return await work();
  } finally {
    underWay -= 1;
    if (underWay === 0) setFlagsFromString('--heap-growing-percent=0');
  }
}

/** The file is named after its list and the day where the organization is: «Лиды 2026-11-21.xlsx». */
function headersOf({ name, latinName }: Sheet<never>, format: ExportFormat, now: Date) {
  const today = now.toISOString().slice(0, 10);
  const fallback = `${latinName}-${today}.${format}`;
  return {
    'content-type': EXPORT_MEDIA[format],
    'content-disposition': contentDisposition(`${name} ${today}.${format}`, { fallback }),
    'cache-control': 'no-store',
  };
}

/**
 * Resolves when the answer is over: true when all of it was taken. It begins before the first row is there. A failure among
 * the rows breaks it off, so that half a file is not taken for a whole one.
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
  async function* patiently() {
    for await (const batch of batches) {
      // Not before: until there are rows it is not the client who is slow.
      reply.raw.setTimeout(PATIENCE_MS);
      yield batch;
    }
  }
  const body = Readable.from(lines(patiently()), { highWaterMark: AHEAD });
  reply.raw.once('timeout', () => body.destroy(new Error('nobody takes the file')));
  reply.send(body);
  // Without an error, when the client has gone away.
  const isRead = await finished(body).then(
    () => true,
    () => false,
  );
  if (body.errored) reply.log.error({ err: body.errored }, 'export broken off');
  return isRead;
}
