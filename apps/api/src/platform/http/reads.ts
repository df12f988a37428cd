import type { RouteContract } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { type Reads, readPrimary } from '../db/replica.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Where lists are read. */
    reads?: Reads;
  }
}

/** True for lists, their counts and files, and the home page: calls of a role that name no object and change nothing. */
export const isList = ({ method, access, params }: RouteContract) =>
  method === 'GET' && typeof access !== 'string' && params === undefined;

/** Has the lists of an app read by `reads`; everything else goes to the primary. */
export const readLists = (app: FastifyInstance, reads: Reads = readPrimary) =>
  void app.decorate('reads', reads);

/** Where the handler of a call finds what it reads: the one place that decides it. */
export const readsOf = (app: FastifyInstance, contract: RouteContract): Reads =>
  (isList(contract) ? app.reads : undefined) ?? readPrimary;
