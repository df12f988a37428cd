import { createHash, randomUUIDv7 } from 'node:crypto';
import {
  type FileDownload,
  KEPT_FILE_YEARS,
  type KeptFileFormat,
  type LastDownload,
} from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import { type Actor, formatActor } from '../../audit/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { noSuchObject } from '../../platform/errors.ts';
import type { SentFile } from '../../platform/http/content/send-file.ts';
import type { Staff } from '../../platform/http/viewer.ts';

/** Maximum number of downloads in a list. */
const MOST = 100;

/** The registry or the payment of a bank file. */
export type FileSubject = { registryId: string } | { paymentId: string };

type Download = {
  format: KeptFileFormat;
  /** Registry of the file; null for the QR code of a payment. */
  registryId: string | null;
  /** Ids of the payments in the file. */
  payments: readonly string[];
};

/** Stores a download and the content of its file, which is stored once. */
export async function keepFile(
  trx: Db,
  { organizationId, userId, requestId }: Staff,
  { name, latinName, type, content, format, registryId, payments }: SentFile & Download,
  at: Date,
) {
  const sha256 = createHash('sha256').update(content).digest('hex');
  await sql`
    insert into kept_files (organization_id, id, sha256, content, kept_at)
    values (${organizationId}, ${randomUUIDv7()}, ${sha256}, ${content}, ${at})
    on conflict (organization_id, sha256) where erased_at is null do nothing`.execute(trx);
  // The lock keeps the content from being erased meanwhile.
  const file = await trx
    .selectFrom('kept_files')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('sha256', '=', sha256)
    .where('erased_at', 'is', null)
    .forShare()
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('file_downloads')
    .values({
      organization_id: organizationId,
      id: randomUUIDv7(),
      file_id: file.id,
      registry_id: registryId,
      payment_ids: [...payments],
      format,
      name,
      latin_name: latinName,
      media_type: type,
      at,
      actor_id: userId,
      request_id: requestId,
    })
    .execute();
}

const downloads = (db: Db, organizationId: string) =>
  db.selectFrom('file_downloads as download').where('download.organization_id', '=', organizationId);

/** Predicate: downloads of the files of a registry, or of all files that contain a payment. */
const isAbout = (subject: FileSubject) =>
  'registryId' in subject
    ? sql<SqlBool>`download.registry_id = ${subject.registryId}`
    : sql<SqlBool>`download.payment_ids @> array[${subject.paymentId}]::uuid[]`;

/** Predicate: the bank may still pay after these downloads: it has not refused the payment since then. */
const isSinceRefusal = (subject: FileSubject) =>
  'registryId' in subject
    ? sql<SqlBool>`true`
    : sql<SqlBool>`not exists (
        select from payment_attempt_events refused
        where refused.organization_id = download.organization_id and refused.payment_id = ${subject.paymentId}
          and refused.event = 'failed' and refused.at >= download.at)`;

/** @throws ApiError 404 for an unknown registry or payment. */
async function checkExists(db: Db, organizationId: string, subject: FileSubject) {
  const [table, id] =
    'registryId' in subject
      ? (['registries', subject.registryId] as const)
      : (['payments', subject.paymentId] as const);
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw noSuchObject();
}

/** Downloads about a subject with their files, authors and registries. */
const detailedDownloads = (db: Db, organizationId: string, subject: FileSubject) =>
  downloads(db, organizationId)
    .innerJoin('kept_files as file', (join) =>
      join
        .onRef('file.organization_id', '=', 'download.organization_id')
        .onRef('file.id', '=', 'download.file_id'),
    )
    .innerJoin('users as author', 'author.id', 'download.actor_id')
    .leftJoin('registries as registry', (join) =>
      join
        .onRef('registry.organization_id', '=', 'download.organization_id')
        .onRef('registry.id', '=', 'download.registry_id'),
    )
    .select([
      'download.id',
      'download.name',
      'download.format',
      'download.at',
      'file.sha256',
      'file.erased_at',
    ])
    .select(['registry.id as registry_id', 'registry.number'])
    .select(['author.last_name', 'author.first_name', 'author.father_name', 'author.phone'])
    .where(isAbout(subject));

type DownloadRow = Awaited<ReturnType<ReturnType<typeof detailedDownloads>['executeTakeFirstOrThrow']>>;

/** Maps a row to the contract. */
const toDownload = (row: DownloadRow): FileDownload => ({
  id: row.id,
  name: row.name,
  format: row.format,
  sha256: row.sha256,
  at: row.at.toISOString(),
  by: formatActor(row),
  registry: row.registry_id === null ? null : { id: row.registry_id, number: `Р-${row.number}` },
  is_kept: row.erased_at === null,
});

/** Returns the downloads, latest first. @throws ApiError 404 for an unknown registry or payment. */
export async function findDownloads(
  db: Db,
  organizationId: string,
  subject: FileSubject,
): Promise<FileDownload[]> {
  await checkExists(db, organizationId, subject);
  const rows = await detailedDownloads(db, organizationId, subject)
    .orderBy('download.at', 'desc')
    .orderBy('download.id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(toDownload);
}

/** Returns all downloads of files that contain a payment, oldest first, with its line in each file, from 1. */
export async function findLines(db: Db, organizationId: string, paymentId: string) {
  const rows = await detailedDownloads(db, organizationId, { paymentId })
    .select(sql<number>`array_position(download.payment_ids, ${paymentId}::uuid)`.as('line'))
    .orderBy('download.at')
    .orderBy('download.id')
    .execute();
  return rows.map((row) => ({ ...toDownload(row), line: row.line }));
}

/** Returns the last download after which the bank may still pay, or null. */
export async function findLastDownload(
  db: Db,
  organizationId: string,
  subject: FileSubject,
): Promise<LastDownload> {
  const row: (Actor & { at: Date }) | undefined = await downloads(db, organizationId)
    .innerJoin('users as author', 'author.id', 'download.actor_id')
    .select(['download.at', 'author.last_name', 'author.first_name', 'author.father_name', 'author.phone'])
    .where(isAbout(subject))
    .where(isSinceRefusal(subject))
    .orderBy('download.at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { at, ...author } = row;
  return { at: at.toISOString(), by: formatActor(author) };
}

/** Returns the file of a download with its content. @throws ApiError 404 for an unknown download and for an erased content. */
export async function readKeptFile(db: Db, { organizationId }: Staff, id: string) {
  const row = await downloads(db, organizationId)
    .innerJoin('kept_files as file', (join) =>
      join
        .onRef('file.organization_id', '=', 'download.organization_id')
        .onRef('file.id', '=', 'download.file_id'),
    )
    .select(['download.name', 'download.latin_name', 'download.media_type', 'download.format'])
    .select(['download.registry_id', 'download.payment_ids', 'file.content'])
    .where('download.id', '=', id)
    .executeTakeFirst();
  if (row?.content == null) throw noSuchObject();
  const { name, latin_name: latinName, media_type: type, format, registry_id: registryId } = row;
  return { name, latinName, type, format, registryId, payments: row.payment_ids, content: row.content };
}

/** Erases contents whose last download is older than `KEPT_FILE_YEARS`. */
export const eraseOldFiles = (db: Db, at: Date) =>
  sql`
    update kept_files file set content = null, erased_at = ${at}
    where file.content is not null and not exists (
      select from file_downloads download
      where download.organization_id = file.organization_id and download.file_id = file.id
        and download.at > ${at}::timestamptz - make_interval(years => ${KEPT_FILE_YEARS}))`.execute(db);
