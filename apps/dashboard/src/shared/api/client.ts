import type { Role, RouteContract } from '@referral-dashboard/api-contract';
import type { ZodType } from 'zod';
import { buildPath, buildQueryString, type InputOf, type ResponseOf } from './call.ts';
import { ApiFailure } from './failure.ts';
import { readFailure } from './read-failure.ts';

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

export type Api = {
  /**
   * Calls a route of the contract and validates the response. An aborted call rejects with the abort error.
   *
   * @throws ApiFailure on a network failure, an error status, or a response that does not match the contract.
   */
  call: <Route extends RouteContract>(
    route: Route,
    input: InputOf<Route>,
    signal?: AbortSignal,
  ) => Promise<ResponseOf<Route>>;
};

/**
 * Creates an API client. `getRole` is called after the response arrives and selects its schema on routes that differ by role; `null`
 * counts as `partner`.
 */
export const createApi = (fetch: Fetch, getRole: () => Role | null): Api => ({
  async call(route, input, signal) {
    const { body, idempotencyKey } = input;
    const search = buildQueryString(input);
    const url = buildPath(route, input) + (search && `?${search}`);
    const response = await fetch(url, {
      method: route.method,
      ...(signal && { signal }),
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw signal?.aborted ? error : new ApiFailure({}, error);
    });
    if (!response.ok) throw await readFailure(response);
    return (await parseResponse(response, schemaFor(route, getRole()))) as ResponseOf<typeof route>;
  },
});

const schemaFor = ({ response, responses }: RouteContract, role: Role | null): ZodType =>
  response ?? responses[role ?? 'partner'];

async function parseResponse(response: Response, schema: ZodType): Promise<unknown> {
  try {
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.includes('json');
    return schema.parse(isJson ? JSON.parse(text) : text || undefined);
  } catch (cause) {
    throw new ApiFailure({ status: response.status, code: 'unexpected_answer' }, cause);
  }
}
