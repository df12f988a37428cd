import type { z } from 'zod';
import type { Role } from './accounts.ts';

/** Who may call a route: anyone, anyone signed in, or the roles named. */
export type Access = 'public' | 'authenticated' | readonly Role[];

/** One call: where it is, who may make it, what goes in, what comes out with status 200. */
export type RouteContract = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Absolute, with its trailing slash; the server takes the form without it too. */
  readonly path: `/api/${string}/`;
  /** English, for the description of the API. */
  readonly name: string;
  readonly access: Access;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
};
