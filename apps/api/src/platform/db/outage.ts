/** Connection failures of Node, and PostgreSQL's classes 08 (connection), 53 (resources) and 57P (shutdown). */
const CODES = /^(ECONN(REFUSED|RESET)|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|08...|53...|57P..)$/;

/** What node-postgres says, without a code, when a connection ends under a query or does not come about. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Of PostgreSQL, then of the system: the disk has no room, or its quota for us. */
const DISK_FULL = /^(53100|ENOSPC|EDQUOT)$/;

/** A page of a table or of an index that fails its check, a file that is gone or cannot be read. */
const DAMAGED = /^(XX00[12]|58030|58P01)$/;

const codeOf = (error: unknown) => String((Object(error) as { code?: unknown }).code);

/** Whether an error means that the database cannot be reached, rather than that it was asked something wrong. */
export function isDatabaseOutage(error: unknown): boolean {
  const { message } = Object(error) as { message?: unknown };
  return CODES.test(codeOf(error)) || MESSAGES.test(String(message));
}

/** Whether something was not written for want of room. */
export const isDiskFull = (error: unknown) => DISK_FULL.test(codeOf(error));

/** Whether what was asked for is there and cannot be trusted. */
export const isDamage = (error: unknown) => DAMAGED.test(codeOf(error));
