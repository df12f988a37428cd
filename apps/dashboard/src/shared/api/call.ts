import type { Role, RouteContract } from '@referral-dashboard/api-contract';
import type { z } from 'zod';

/** A route's part as callers write it; `undefined` where the route has none. */
type Written<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** Parameters after the question mark; lists may be given as lists. What is empty is left out. */
export type QueryOf<Route extends RouteContract> =
  Written<Route['query']> extends infer Query extends object
    ? { readonly [Name in keyof Query]?: Query[Name] | readonly string[] | undefined }
    : undefined;

type Part<Name extends string, Value> = undefined extends Value
  ? { readonly [Key in Name]?: Value }
  : { readonly [Key in Name]: Value };

/** Input of a call: `params` of the path, `query`, `body`. */
export type InputOf<Route extends RouteContract> = Part<'params', Written<Route['params']>> &
  Part<'body', Written<Route['body']>> & {
    readonly query?: QueryOf<Route>;
    /** Sent again with the same body, it gets the answer of the first time: a payment is not paid twice. */
    readonly idempotencyKey?: string;
  };

/** Answer of a route; a union where roles do not see the same. */
export type AnswerOf<Route extends RouteContract> = Route extends { answer: z.ZodType }
  ? z.output<Route['answer']>
  : Route extends { answers: Record<Role, z.ZodType> }
    ? z.output<Route['answers'][Role]>
    : never;

type Loose = {
  params?: object | undefined;
  query?: object | undefined;
  body?: unknown;
};

const isGiven = (value: unknown) => value !== undefined && value !== '' && !isEmptyList(value);
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/** The path with its parameters filled in. */
export function pathOf({ path }: RouteContract, { params = {} }: Loose): string {
  const values = new Map(Object.entries(params));
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
}

/** The query without its question mark, in a fixed order; empty when there is none. */
export function searchOf({ query = {} }: Loose): string {
  const given = Object.entries(query).filter(([, value]) => isGiven(value));
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]).toSorted()).toString();
}
