import type { RouteContract } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { type Reads, readPrimary } from '../db/replica.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Selects the database for lists. */
    reads?: Reads;
  }
}

/** Returns true for lists, their counts and exports, and the home page: GET calls with roles and without path parameters. */
export const isList = ({ method, access, params }: RouteContract) =>
  method === 'GET' && typeof access !== 'string' && params === undefined;

/** Makes the lists of an app use `reads`. All other calls use the primary. */
export const readLists = (app: FastifyInstance, reads: Reads = readPrimary) =>
  void app.decorate('reads', reads);

/** Returns the database selection for a call. All handlers use this function. */
export const selectReads = (app: FastifyInstance, contract: RouteContract): Reads =>
  (isList(contract) ? app.reads : undefined) ?? readPrimary;
