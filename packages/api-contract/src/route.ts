import { z } from 'zod';
import type { Role } from './accounts.ts';

/** Callers of a route: anyone, anyone signed in, or the roles named. */
export type Access = 'public' | 'authenticated' | readonly Role[];

/**
 * Cost of a call beside the database's ordinary work: `creation` makes an object or a picture, `bulk` changes many rows, `export`
 * reads a whole list. An organization makes a bounded number of each within a while; then it gets 429.
 */
export type Cost = 'creation' | 'bulk' | 'export';

type Shared = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Absolute, with its trailing slash; the server takes the form without it too. Parts in braces are parameters. */
  readonly path: `/api/${string}/`;
  /** English, for the description of the API. */
  readonly name: string;
  readonly access: Access;
  /** The parts of the path in braces. What does not fit is not found: 404. */
  readonly params?: z.ZodObject;
  /** Parameters after the question mark. One that does not fit: 400. Left out: nothing is read. */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject | z.ZodDiscriminatedUnion;
  /** Most bytes of the body; 64 KiB when left out. */
  readonly bodyBytes?: number;
  /** The header `Idempotency-Key` is read: the same key and body get the same answer, another body 409. */
  readonly idempotency?: 'required' | 'optional';
  /** Left out: nothing worth counting. */
  readonly cost?: Cost;
  /** Of an answer that is no failure; 200 when left out. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Of the answer; JSON when left out. Several: a file that is streamed, as the parameter `format` asks for it. */
  readonly media?: 'image/svg+xml' | readonly string[];
};

/** One call: where it is, who may make it, what goes in, what comes out; `answers` where roles do not see the same. */
export type RouteContract = Shared &
  (
    | { readonly answer: z.ZodType; readonly answers?: never }
    | { readonly answers: Readonly<Record<Role, z.ZodType>>; readonly answer?: never }
  );

/** The value of the header `Idempotency-Key`. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

/** Parameters of a path that names one object. */
export const byId = z.object({ id: z.uuid() });
