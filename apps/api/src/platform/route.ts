import type { Role, RouteContract } from '@referral-dashboard/api-contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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
  const { method, path, access, status = 200, media } = contract;
  app.route({
    method,
    url: routePath(path),
    config: { access },
    handler: async (request, reply) => {
      const given = await handler(callOf(contract, request));
      const answer = answerFor(contract, request.principal?.user.role ?? null).parse(given);
      if (typeof media === 'string') reply.type(media);
      return reply.code(status).send(answer);
    },
  });
}

/**
 * A request as its contract reads it.
 *
 * @throws ApiError 404 for parameters of the path, 400 for the rest.
 */
export const callOf = <Contract extends RouteContract>(
  { params, query, body }: Contract,
  request: FastifyRequest,
) =>
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
