import { z } from 'zod';
import type { Role } from '../values/roles/roles.ts';

/** Callers of a route: everyone, signed-in users, or the listed roles. */
export type Access = 'public' | 'authenticated' | readonly Role[];

/**
 * Cost of a call that takes more than ordinary database work: `creation` creates an object or an image, `bulk` changes many rows, `export`
 * reads a complete list. Each organization has a limit per cost and period; beyond it the response is 429.
 */
export type Cost = 'creation' | 'bulk' | 'export';

type Shared = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Absolute path with a trailing slash, which requests may omit. Names in braces are parameters. */
  readonly path: `/api/${string}/`;
  /** English name for the API description. */
  readonly name: string;
  readonly access: Access;
  /** Path parameters in braces. An invalid value is 404. */
  readonly params?: z.ZodObject;
  /** Query parameters. An invalid value is 400. Undefined: the query is not read. */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject | z.ZodDiscriminatedUnion;
  /** Maximum size of the body, in bytes. Default: 64 KiB. */
  readonly bodyBytes?: number;
  /**
   * Reads the header `Idempotency-Key`: the same key and body get the same response, another body 409. `required` and `optional`: the handler
   * stores the response in the transaction of the change. `once`: optional, and the route stores the response after the change.
   */
  readonly idempotency?: 'required' | 'optional' | 'once';
  /** Undefined: the call is not counted. */
  readonly cost?: Cost;
  /** Status of a successful response. Default: 200. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Media type of the response. Default: JSON. An array is for streamed files, selected by the parameter `format`. */
  readonly media?: 'image/svg+xml' | readonly string[];
};

/** Contract of a call: path, access, input and response. `responses` has one schema per role. */
export type RouteContract = Shared &
  (
    | { readonly response: z.ZodType; readonly responses?: never }
    | { readonly responses: Readonly<Record<Role, z.ZodType>>; readonly response?: never }
  );

/** Format of the header `Idempotency-Key`. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

/** Path parameters of a call for one object. */
export const byId = z.object({ id: z.uuid() });
