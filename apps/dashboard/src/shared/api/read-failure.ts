import { ApiFailure } from './failure.ts';

const toText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

const isStringArray = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((sentence) => typeof sentence === 'string');

function parseObject(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {};
  } catch {
    return {};
  }
}

/**
 * Converts a 4xx or 5xx response to an `ApiFailure`. If the body is not JSON, e.g. an HTML page of a proxy, only the status and
 * `Retry-After` are set.
 */
export async function readFailure(response: Response): Promise<ApiFailure> {
  const body = parseObject(await response.text().catch(() => ''));
  const fields = Object.entries(body).filter(([name, value]) => name !== 'allowed' && isStringArray(value));
  return new ApiFailure({
    status: response.status,
    code: toText(body['code']),
    detail: toText(body['detail']),
    fieldErrors: Object.fromEntries(fields) as Record<string, string[]>,
    incident: toText(body['incident']),
    current: toText(body['current']),
    allowed: isStringArray(body['allowed']) ? body['allowed'] : [],
    body,
    retryAfter: Number(response.headers.get('Retry-After')) || null,
  });
}
