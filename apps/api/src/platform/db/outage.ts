/** Connection failures of Node, and PostgreSQL's classes 08 (connection), 53 (resources) and 57P (shutdown). */
const CODES = /^(ECONN(REFUSED|RESET)|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|08...|53...|57P..)$/;

/** Messages of node-postgres without a code: the connection ends during a query or is not established. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** PostgreSQL's and the system's codes: the disk or the quota is full. */
const DISK_FULL = /^(53100|ENOSPC|EDQUOT)$/;

/** PostgreSQL's codes: a page of a table or an index fails its checksum, or a file is missing or unreadable. */
const DAMAGED = /^(XX00[12]|58030|58P01)$/;

/** System codes: a file may not grow, or may not be written. */
const UNWRITABLE = /^(EFBIG|EROFS)$/;
/** PostgreSQL's codes when the system refuses to write a file of its storage: an internal error or missing privileges. */
const FILE_ERROR = /^(XX000|42501)$/;
/** Source files of PostgreSQL that write to storage. */
const STORAGE = /^(buffile|copydir|fd|file_utils|md|relmapper|slru|snapbuild|twophase|xlog\w*)\.c$/;

const getCode = (error: unknown) => String((Object(error) as { code?: unknown }).code);

/** Returns true when the database cannot be reached; false for an error of a statement. */
export function isDatabaseOutage(error: unknown): boolean {
  const { message } = Object(error) as { message?: unknown };
  return CODES.test(getCode(error)) || MESSAGES.test(String(message));
}

/** Returns true for an error of a full disk. */
export const isDiskFull = (error: unknown) => DISK_FULL.test(getCode(error));

/** Returns true when the disk refuses a write for another reason than missing space. */
export function isUnwritable(error: unknown): boolean {
  const { file, severity } = Object(error) as { file?: unknown; severity?: unknown };
  const code = getCode(error);
  // PostgreSQL panics when its log cannot be written, and restarts.
  return (
    UNWRITABLE.test(code) || (FILE_ERROR.test(code) && (severity === 'PANIC' || STORAGE.test(String(file))))
  );
}

/** Returns true for an error of damaged data. */
export const isDamage = (error: unknown) => DAMAGED.test(getCode(error));
