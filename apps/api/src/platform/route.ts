import type { Role, RouteContract } from '@referral-dashboard/api-contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { notFound } from './errors.ts';
import { validate } from './validate.ts';

type Part<Contract extends RouteContract, Name extends 'params' | 'query' | 'body'> = Contract extends {
  [Key in Name]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

/** What a handler gets: each part of the request as the contract promises it, and the request for what else it needs. */
export type Call<Contract extends RouteContract> = {
  params: Part<Contract, 'params'>;
  query: Part<Contract, 'query'>;
  body: Part<Contract, 'body'>;
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
    const given = await handler(call);
    const answer = answerFor(contract, call.request.principal?.user.role ?? null).parse(given);
    if (typeof media === 'string') reply.type(media);
    return reply.code(status).send(answer);
  });
}

/** Registers a call of the contract: who may make it, contract in, and its cost, which is paid by calls that are sound. */
export function answerRoute<Contract extends RouteContract>(
  app: FastifyInstance,
  contract: Contract,
  answer: (call: Call<Contract>, reply: FastifyReply) => Promise<FastifyReply>,
) {
  const { method, path, access, cost, media } = contract;
  if (cost !== undefined && access === 'public')
    throw new Error(`${method} ${path} has a cost, and nobody to pay it`);
  app.route({
    method,
    url: routePath(path),
    config: { access, ...(typeof media === 'object' && { media }) },
    handler: async (request, reply) => {
      const call = callOf(contract, request);
      return cost === undefined ? answer(call, reply) : app.atCost(cost, request, () => answer(call, reply));
    },
  });
}

/**
 * A request as its contract reads it.
 *
 * @throws ApiError 404 for parameters of the path, 400 for the rest.
 */
const callOf = <Contract extends RouteContract>({ params, query, body }: Contract, request: FastifyRequest) =>
  ({
    params: params && found(params, request.params),
    query: query && validate(query, request.query),
    body: body && validate(body, request.body),
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
