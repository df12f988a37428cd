/** Connection failures of Node, and PostgreSQL's classes 08 (connection), 53 (resources) and 57P (shutdown). */
const CODES = /^(ECONN(REFUSED|RESET)|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|08...|53...|57P..)$/;

/** Messages of node-postgres, without a code, for a connection that ends under a query or does not come about. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Of PostgreSQL, then of the system: the disk has no room, or its quota for us. */
const DISK_FULL = /^(53100|ENOSPC|EDQUOT)$/;

/** A page of a table or of an index that fails its check, a file that is gone or cannot be read. */
const DAMAGED = /^(XX00[12]|58030|58P01)$/;

const codeOf = (error: unknown) => String((Object(error) as { code?: unknown }).code);

/** True for an error of a database that cannot be reached, rather than of a wrong statement. */
export function isDatabaseOutage(error: unknown): boolean {
  const { message } = Object(error) as { message?: unknown };
  return CODES.test(codeOf(error)) || MESSAGES.test(String(message));
}

/** True for an error of a full disk. */
export const isDiskFull = (error: unknown) => DISK_FULL.test(codeOf(error));

/** True for an error of damaged data. */
export const isDamage = (error: unknown) => DAMAGED.test(codeOf(error));
