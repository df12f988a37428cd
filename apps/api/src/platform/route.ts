import type { RouteContract } from '@referral-dashboard/api-contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { validate } from './validate.ts';

type Body<Contract extends RouteContract> = Contract extends { body: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined;

/** What a handler gets: the body as the contract promises it, and the request for what else it needs. */
export type Call<Contract extends RouteContract> = { body: Body<Contract>; request: FastifyRequest };

/** Serves one call of the contract: contract in, handler, contract out. A field the contract does not name cannot leave. */
export function serve<Contract extends RouteContract>(
  app: FastifyInstance,
  contract: Contract,
  handler: (call: Call<Contract>) => Promise<z.input<Contract['answer']>>,
) {
  const { method, path: url, access, body: schema, answer } = contract;
  app.route({
    method,
    url,
    config: { access },
    handler: async (request) => {
      const body = (schema && validate(schema, request.body)) as Body<Contract>;
      return answer.parse(await handler({ body, request }));
    },
  });
}
