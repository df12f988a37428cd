import type { Role, RouteContract } from '@referral-dashboard/api-contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { notFound } from '../errors.ts';
import { readIdempotencyKey } from './limits/idempotency.ts';
import { createUploads } from './limits/uploads.ts';
import { selectReads } from './reads.ts';
import { validate } from './validate.ts';
import { type ViewerFor, viewerFor } from './viewer.ts';

type Part<Contract extends RouteContract, Name extends 'params' | 'query' | 'body'> = Contract extends {
  [Key in Name]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

type Key<Contract extends RouteContract> = Contract extends { idempotency: infer Need }
  ? Need extends 'required'
    ? string
    : Need extends 'optional'
      ? string | undefined
      : undefined
  : undefined;

/** Input of a handler: the parts that the contract parses, and the request itself. */
export type Call<Contract extends RouteContract> = {
  params: Part<Contract, 'params'>;
  query: Part<Contract, 'query'>;
  body: Part<Contract, 'body'>;
  /** The caller, by the contract's `access`; `null` on a public route. */
  viewer: ViewerFor<Contract['access']>;
  /** The header `Idempotency-Key`, if the handler stores the response. */
  key: Key<Contract>;
  request: FastifyRequest;
};

type HandlerResult<Contract extends RouteContract> = Contract extends {
  responses: infer Responses extends Record<string, z.ZodType>;
}
  ? z.input<Responses[keyof Responses]>
  : Contract extends { response: infer Schema extends z.ZodType }
    ? z.input<Schema>
    : never;

/**
 * Registers a call of the contract: parses the input, runs the handler and parses the response. Fields outside the contract of the role are
 * removed.
 */
export function serve<Contract extends RouteContract>(
  app: FastifyInstance,
  contract: Contract,
  handler: (call: Call<Contract>) => Promise<HandlerResult<Contract>>,
) {
  const { status = 200, media } = contract;
  handleRoute(app, contract, async (call, reply) => {
    const respond = async () => {
      const result = await selectReads(app, contract)(() => handler(call));
      return responseSchema(contract, call.request.principal?.user.role ?? null).parse(result);
    };
    const isOnce = contract.idempotency === 'once';
    const body = isOnce ? await app.once(call.request, call.body, respond) : await respond();
    if (typeof media === 'string') reply.type(media);
    return reply.code(status).send(body);
  });
}

const uploads = createUploads();

/**
 * Registers a call of the contract with its access, input and cost. The cost is counted for valid calls; for calls with a large body it is
 * counted before the body is read.
 */
export function handleRoute<Contract extends RouteContract>(
  app: FastifyInstance,
  contract: Contract,
  handler: (call: Call<Contract>, reply: FastifyReply) => Promise<FastifyReply>,
) {
  const { method, path, access, cost, media, bodyBytes } = contract;
  if (cost !== undefined && access === 'public')
    throw new Error(`${method} ${path} is public and cannot have a cost`);
  const shared = {
    method,
    url: routePath(path),
    config: { access, contract, ...(media && { media: [media].flat() }) },
  };
  if (bodyBytes !== undefined) {
    if (cost === undefined) throw new Error(`${method} ${path} has a large body and requires a cost`);
    app.route({
      ...shared,
      bodyLimit: bodyBytes,
      onRequest: [app.payBeforeBody(cost), uploads.admit],
      handler: (request, reply) =>
        uploads.handle(request, async () => handler(await parseCall(contract, request), reply)),
    });
    return;
  }
  app.route({
    ...shared,
    handler: async (request, reply) => {
      const call = await parseCall(contract, request);
      return cost === undefined
        ? handler(call, reply)
        : app.atCost(cost, request, () => handler(call, reply));
    },
  });
}

/**
 * Parses a request by its contract.
 *
 * @throws ApiError 403 for a caller without a required organization, 404 for path parameters, 400 for other input.
 */
const parseCall = async <Contract extends RouteContract>(
  { access, params, query, body, idempotency }: Contract,
  request: FastifyRequest,
) =>
  ({
    viewer: await viewerFor(access, request),
    params: params && parseParams(params, request.params),
    query: query && validate(query, request.query),
    body: body && validate(body, request.body),
    key: idempotency && idempotency !== 'once' && readIdempotencyKey(request, idempotency),
    request,
  }) as Call<Contract>;

/** Converts a path of the contract to the syntax of the router. */
export const routePath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

function parseParams(schema: z.ZodObject, params: unknown) {
  const result = schema.safeParse(params);
  if (!result.success) throw notFound();
  return result.data;
}

function responseSchema({ response, responses }: RouteContract, role: Role | null): z.ZodType {
  if (response !== undefined) return response;
  if (role === null) throw new Error('The response depends on the role, but the caller has no role.');
  return responses[role];
}
