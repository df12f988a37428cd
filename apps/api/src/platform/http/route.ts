import type { Role, RouteContract } from '@referral-dashboard/api-contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { notFound } from '../errors.ts';
import { idempotencyKeyOf } from './limits/idempotency.ts';
import { createUploads } from './limits/uploads.ts';
import { readsOf } from './reads.ts';
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
    : string | undefined
  : undefined;

/** A request as its handler gets it: each part as the contract promises, and the request itself for the rest. */
export type Call<Contract extends RouteContract> = {
  params: Part<Contract, 'params'>;
  query: Part<Contract, 'query'>;
  body: Part<Contract, 'body'>;
  /** The caller, as the contract's `access` admits it; `null` on a public route. */
  viewer: ViewerFor<Contract['access']>;
  /** The header `Idempotency-Key`, as the contract's `idempotency` asks for it. */
  key: Key<Contract>;
  request: FastifyRequest;
};

type Answer<Contract extends RouteContract> = Contract extends {
  answers: infer Answers extends Record<string, z.ZodType>;
}
  ? z.input<Answers[keyof Answers]>
  : Contract extends { answer: infer Schema extends z.ZodType }
    ? z.input<Schema>
    : never;

/** Serves one call of the contract: contract in, handler, contract out. A field the contract does not name for a role cannot leave. */
export function serve<Contract extends RouteContract>(
  app: FastifyInstance,
  contract: Contract,
  handler: (call: Call<Contract>) => Promise<Answer<Contract>>,
) {
  const { status = 200, media } = contract;
  answerRoute(app, contract, async (call, reply) => {
    const given = await readsOf(app, contract)(() => handler(call));
    const answer = answerFor(contract, call.request.principal?.user.role ?? null).parse(given);
    if (typeof media === 'string') reply.type(media);
    return reply.code(status).send(answer);
  });
}

const uploads = createUploads();

/**
 * Registers a call of the contract with its access, input and cost. The cost is counted for valid calls; for calls with a large body it is
 * counted before the body is read.
 */
export function answerRoute<Contract extends RouteContract>(
  app: FastifyInstance,
  contract: Contract,
  answer: (call: Call<Contract>, reply: FastifyReply) => Promise<FastifyReply>,
) {
  const { method, path, access, cost, media, bodyBytes } = contract;
  if (cost !== undefined && access === 'public')
    throw new Error(`${method} ${path} has a cost, and no caller to count it for`);
  const shared = {
    method,
    url: routePath(path),
    config: { access, contract, ...(media && { media: [media].flat() }) },
  };
  if (bodyBytes !== undefined) {
    if (cost === undefined) throw new Error(`${method} ${path} has a large body and no cost`);
    app.route({
      ...shared,
      bodyLimit: bodyBytes,
      onRequest: [app.payBeforeBody(cost), uploads.admit],
      handler: (request, reply) =>
        uploads.handle(request, async () => answer(await callOf(contract, request), reply)),
    });
    return;
  }
  app.route({
    ...shared,
    handler: async (request, reply) => {
      const call = await callOf(contract, request);
      return cost === undefined ? answer(call, reply) : app.atCost(cost, request, () => answer(call, reply));
    },
  });
}

/**
 * A request as its contract reads it.
 *
 * @throws ApiError 403 for a caller without an organization where one is needed, 404 for parameters of the path, 400 for the rest.
 */
const callOf = async <Contract extends RouteContract>(
  { access, params, query, body, idempotency }: Contract,
  request: FastifyRequest,
) =>
  ({
    viewer: await viewerFor(access, request),
    params: params && found(params, request.params),
    query: query && validate(query, request.query),
    body: body && validate(body, request.body),
    key: idempotency && idempotencyKeyOf(request, idempotency),
    request,
  }) as Call<Contract>;

/** A path of the contract as the router writes it. */
export const routePath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

function found(schema: z.ZodObject, params: unknown) {
  const result = schema.safeParse(params);
  if (!result.success) throw notFound();
  return result.data;
}

function answerFor({ answer, answers }: RouteContract, role: Role | null): z.ZodType {
  if (answer !== undefined) return answer;
  if (role === null) throw new Error('an answer by role went to someone without one');
  return answers[role];
}
