import { z } from 'zod';
import type { Role } from './accounts.ts';

/** Who may call a route: anyone, anyone signed in, or the roles named. */
export type Access = 'public' | 'authenticated' | readonly Role[];

type Shared = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Absolute, with its trailing slash; the server takes the form without it too. Parts in braces are parameters. */
  readonly path: `/api/${string}/`;
  /** English, for the description of the API. */
  readonly name: string;
  readonly access: Access;
  /** The parts of the path in braces. What does not fit is not found: 404. */
  readonly params?: z.ZodObject;
  /** What may follow the question mark. What does not fit: 400. Left out: nothing is read. */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject | z.ZodDiscriminatedUnion;
  /** Whether the header `Idempotency-Key` is read: the same key and body get the same answer, another body 409. */
  readonly idempotency?: 'required' | 'optional';
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

/** Parameters of a path that names one object. */
export const byId = z.object({ id: z.uuid() });
