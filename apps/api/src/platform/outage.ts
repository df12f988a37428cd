/** Connection failures of Node, and PostgreSQL's classes 08 (connection), 53 (resources) and 57P (shutdown). */
const CODES = /^(ECONN(REFUSED|RESET)|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|08...|53...|57P..)$/;

/** What node-postgres says, without a code, when a connection ends under a query or does not come about. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether an error means that the database cannot be reached, rather than that it was asked something wrong. */
export function isDatabaseOutage(error: unknown): boolean {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  return CODES.test(String(code)) || MESSAGES.test(String(message));
}
