type Description = { type: string; message: string; code?: string; stack: string; cause?: Description };

/**
 * Returns the log entry of an error and its causes. Omits other properties: PostgreSQL quotes whole rows in them, PGlite the parameters of
 * the query.
 */
export function describeError(error: unknown): Description {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const { name, message, stack = '', cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: name,
    message,
    stack,
    ...(code !== undefined && { code }),
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}
