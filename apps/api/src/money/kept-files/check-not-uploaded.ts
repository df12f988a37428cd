import { findTimeZone } from '../../organization/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict } from '../../platform/errors.ts';
import { formatCount, formatTimeOrMoment, type Plurals } from '../../platform/russian-format.ts';
import { type FileSubject, findLastDownload } from './kept-files.repo.ts';

const PAYMENTS: Plurals = ['выплата', 'выплаты', 'выплат'];

type Cancellation = {
  subject: FileSubject;
  /** Number of payments that the cancellation concerns. */
  payments: number;
  isConfirmed: boolean;
  at: Date;
};

/**
 * Requires a confirmation before something is cancelled whose bank file was downloaded, because the bank may have got the file. The caller
 * holds the lock that a download waits for.
 *
 * @throws ApiError 409 `file_downloaded` without the confirmation.
 */
export async function checkNotUploaded(
  trx: Db,
  organizationId: string,
  { subject, payments, isConfirmed, at }: Cancellation,
) {
  if (isConfirmed) return;
  const last = await findLastDownload(trx, organizationId, subject);
  if (last === null) return;
  const time = formatTimeOrMoment(new Date(last.at), at, await findTimeZone(trx, organizationId));
  const count = payments > 1 ? `, в нем ${formatCount(payments, PAYMENTS)}` : '';
  const who = last.by === null ? '' : `, ${last.by}`;
  throw conflict(
    'file_downloaded',
    `Файл скачан ${time}${who}${count}; отмените, только если он не загружен в банк.`,
  );
}
