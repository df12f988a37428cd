/** Connection failures of Node, and PostgreSQL's classes 08 (connection), 53 (resources) and 57P (shutdown). */
const CODES = /^(ECONN(REFUSED|RESET)|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|08...|53...|57P..)$/;

/** Messages of node-postgres, without a code, for a connection that ends under a query or does not come about. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Of PostgreSQL, then of the system: the disk has no room, or its quota for us. */
const DISK_FULL = /^(53100|ENOSPC|EDQUOT)$/;

/** A page of a table or of an index that fails its check, a file that is gone or cannot be read. */
const DAMAGED = /^(XX00[12]|58030|58P01)$/;

/** Of the system: a file may not grow, or may not be written at all. */
const UNWRITABLE = /^(EFBIG|EROFS)$/;
/** Of PostgreSQL: what it calls an internal error, or a lack of privilege, when the system refuses to write a file of its storage. */
const FILE_ERROR = /^(XX000|42501)$/;
/** Sources of PostgreSQL that write files. */
const STORAGE = /^(buffile|copydir|fd|file_utils|md|relmapper|slru|snapbuild|twophase|xlog\w*)\.c$/;

const codeOf = (error: unknown) => String((Object(error) as { code?: unknown }).code);

/** True for an error of a database that cannot be reached, rather than of a wrong statement. */
export function isDatabaseOutage(error: unknown): boolean {
  const { message } = Object(error) as { message?: unknown };
  return CODES.test(codeOf(error)) || MESSAGES.test(String(message));
}

/** True for an error of a full disk. */
export const isDiskFull = (error: unknown) => DISK_FULL.test(codeOf(error));

/** True for an error of a disk that does not take what is written, for another reason than its room. */
export function isUnwritable(error: unknown): boolean {
  const { file, severity } = Object(error) as { file?: unknown; severity?: unknown };
  const code = codeOf(error);
  // PostgreSQL panics when its log cannot be written, and starts again.
  return (
    UNWRITABLE.test(code) || (FILE_ERROR.test(code) && (severity === 'PANIC' || STORAGE.test(String(file))))
  );
}

/** True for an error of damaged data. */
export const isDamage = (error: unknown) => DAMAGED.test(codeOf(error));
