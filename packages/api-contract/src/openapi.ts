import { z } from 'zod';
import { failure, fieldErrors } from './base/errors.ts';
import { IDEMPOTENCY_KEY, type RouteContract } from './base/route.ts';
import { EXAMPLES } from './openapi-examples.ts';
import { getPositions } from './permissions.ts';
import { getScope } from './scopes.ts';

type Json = Record<string, unknown>;

const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};
const inJson = (schema: Json) => ({ 'application/json': { schema } });

type Paths = Record<string, Record<string, Json>>;

/** Returns the OpenAPI 3.1 description of the calls, generated from the schemas that validate requests and responses. */
export function openApi(
  routes: Readonly<Record<string, RouteContract>>,
): { openapi: string; paths: Paths } & Json {
  const paths: Paths = {};
  for (const [operationId, route] of Object.entries(routes)) {
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: operation(operationId, route),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Referral dashboard', version: '1' },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'ref_live_…',
          description:
            'A key of an organization. Operations that name this scheme list the scope that the key needs.',
        },
      },
      schemas: { Failure: toJsonSchema(failure, 'output'), FieldErrors: toJsonSchema(fieldErrors, 'output') },
    },
  };
}

function operation(operationId: string, route: RouteContract): Json {
  const { name, access, body, bodyBytes, cost, status = 200 } = route;
  return {
    operationId,
    summary: name,
    description: access === 'public' ? 'Public.' : `For: ${[access].flat().join(', ')}.`,
    security: buildSecurity(route),
    parameters: [
      ...buildParameters(route.params, 'path'),
      ...buildParameters(route.query, 'query'),
      ...buildKeyHeader(route),
    ],
    ...(body && { requestBody: { required: true, content: buildBody(operationId, body) } }),
    responses: { [status]: buildResponse(route), ...buildRefusals(route) },
    ...(cost && { 'x-cost': cost }),
    ...(bodyBytes && { 'x-body-bytes': bodyBytes }),
    ...(access.includes('organization') && { 'x-positions': getPositions(route) }),
  };
}

function buildSecurity(route: RouteContract): Json[] {
  if (route.access === 'public') return [];
  const scope = getScope(route);
  return [{ bearer: [] }, ...(scope === undefined ? [] : [{ apiKey: [scope] }])];
}

function buildBody(operationId: string, body: NonNullable<RouteContract['body']>): Json {
  const example = EXAMPLES[operationId];
  return {
    'application/json': {
      schema: toJsonSchema(body, 'input'),
      ...(example !== undefined && { example }),
    },
  };
}

function buildParameters(schema: z.ZodObject | undefined, location: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = (schema ? toJsonSchema(schema, 'input') : {}) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }));
}

/** The header parameter `Idempotency-Key`, if the call reads it. */
const buildKeyHeader = ({ idempotency }: RouteContract): Json[] =>
  idempotency === undefined
    ? []
    : [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: idempotency === 'required',
          description:
            'Unique per action. The same key and body get the same response for 24 hours, another body 409.',
          schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
        },
      ];

function buildResponse({ response, responses, status, media }: RouteContract): Json {
  if (status === 204) return { description: 'Done.' };
  if (typeof media === 'string')
    return { description: 'An image.', content: { [media]: { schema: { type: 'string' } } } };
  if (media !== undefined) return buildFile(media);
  const schema = response
    ? toJsonSchema(response, 'output')
    : {
        oneOf: Object.entries(responses ?? {}).map(([role, schema]) => ({
          title: role,
          ...toJsonSchema(schema, 'output'),
        })),
      };
  return { description: 'The response.', content: inJson(schema) };
}

const buildFile = (media: readonly string[]): Json => ({
  description: 'A streamed file. It is complete when the response ends without an error.',
  headers: {
    'content-disposition': { description: 'File name.', schema: { type: 'string' } },
    'x-total-count': { description: 'Number of rows without the header.', schema: { type: 'integer' } },
  },
  content: Object.fromEntries(media.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
});

function buildRefusals(route: RouteContract): Json {
  const { access, params, query, body, method, path, cost, idempotency } = route;
  const refusal = (description: string, name = 'Failure') => ({
    description,
    content: inJson({ $ref: `#/components/schemas/${name}` }),
  });
  const changes = method !== 'GET' && path.startsWith('/api/referral/');
  return {
    ...((query || body) && { 400: refusal('Errors by field.', 'FieldErrors') }),
    ...(access !== 'public' && {
      401: refusal('Credentials are missing or invalid.'),
      403: refusal('The role or position may not make this call.'),
    }),
    ...(params && { 404: refusal('The object does not exist, or the caller may not see it.') }),
    ...((changes || idempotency !== undefined) && {
      409: refusal(
        'The object is in another state or has changed, or the idempotency key was used for another call.',
      ),
    }),
    ...((access === 'public' || cost !== undefined || getScope(route) !== undefined) && {
      429: refusal('Too many calls. Retry-After has the wait in seconds.'),
    }),
  };
}
