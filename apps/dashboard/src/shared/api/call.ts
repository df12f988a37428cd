import type { Role, RouteContract } from '@referral-dashboard/api-contract';
import type { z } from 'zod';

/** Input type of a route part; `undefined` when the route does not have it. */
type SchemaInput<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** Query parameters. Lists may be passed as arrays; empty values are dropped. */
export type QueryOf<Route extends RouteContract> =
  SchemaInput<Route['query']> extends infer Query extends object
    ? { readonly [Name in keyof Query]?: Query[Name] | readonly string[] | undefined }
    : undefined;

type Part<Name extends string, Value> = undefined extends Value
  ? { readonly [Key in Name]?: Value }
  : { readonly [Key in Name]: Value };

/** Input of a call: `params` fill the path, `query` becomes the query string, `body` is sent as JSON. */
export type InputOf<Route extends RouteContract> = Part<'params', SchemaInput<Route['params']>> &
  Part<'body', SchemaInput<Route['body']>> & {
    readonly query?: QueryOf<Route>;
    /** The server returns the first response for a repeated key and body, so a retry does not repeat the action. */
    readonly idempotencyKey?: string;
  };

/** Response type of a route. A union when the response differs by role. */
export type ResponseOf<Route extends RouteContract> = Route extends { response: z.ZodType }
  ? z.output<Route['response']>
  : Route extends { responses: Record<Role, z.ZodType> }
    ? z.output<Route['responses'][Role]>
    : never;

/** Input of a call of any route. */
export type CallInput = {
  params?: object | undefined;
  query?: object | undefined;
  body?: unknown;
};

const hasValue = (value: unknown) => value !== undefined && value !== '' && !isEmptyList(value);
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/** Replaces the `{name}` placeholders of the path with URL-encoded parameters. */
export function buildPath({ path }: RouteContract, { params = {} }: CallInput): string {
  const values = new Map(Object.entries(params));
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
}

/** Builds the query string without `?`. Parameters are sorted, so equal queries give equal strings. */
export function buildQueryString({ query = {} }: CallInput): string {
  const entries = Object.entries(query).filter(([, value]) => hasValue(value));
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)]).toSorted()).toString();
}
