import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type RouteContract, routes } from './index.ts';

type Values = Record<string, unknown>;

/** Returns every field that a schema reads, with the other values that are required to reach it. */
function fieldsOf(
  schema: RouteContract['body'] | RouteContract['query'],
): { field: string; others: Values }[] {
  if (schema instanceof z.ZodDiscriminatedUnion) {
    return (schema.options as z.ZodObject<{ kind: z.ZodLiteral }>[]).flatMap(({ shape }) =>
      Object.keys(shape).map((field) => ({ field, others: { kind: shape.kind.value } })),
    );
  }
  return Object.keys(schema?.shape ?? {}).map((field) => ({ field, others: {} }));
}

const all: RouteContract[] = Object.values(routes);

describe('the routes', () => {
  test('have unique methods and paths', () => {
    const calls = all.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(calls).size).toBe(calls.length);
  });

  test('need authentication, except for exactly these', () => {
    const open = all.filter(({ access }) => access === 'public');
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/accounts/login/',
      'POST /api/accounts/verify/',
      'POST /api/accounts/refresh/',
      'POST /api/public/invitations/check/',
      'POST /api/public/invitations/accept/',
      'GET /api/public/join/{code}/',
      'POST /api/public/join/{code}/',
      'POST /api/public/applications/confirm/',
      'POST /api/public/applications/check/',
      'POST /api/public/applications/accept/',
      'POST /api/public/recovery/check/',
      'POST /api/public/recovery/accept/',
      'GET /api/public/recovery/',
      'POST /api/public/recovery/code/',
      'POST /api/public/recovery/confirm/',
      'POST /api/public/setup/check/',
      'POST /api/public/setup/',
      'POST /api/public/forms/{code}/',
      'POST /api/public/crm/{code}/',
      'GET /api/public/ref/{code}/',
      'POST /api/public/ref/{code}/clicks/',
      'POST /api/public/ref/{code}/leads/',
      'GET /api/schema/',
      'GET /api/health/',
    ]);
  });

  test('are restricted to roles in the referral domain', () => {
    for (const { path, access } of all.filter((route) => /^\/api\/(referral|home)\//.test(route.path))) {
      expect(access, path).toBeInstanceOf(Array);
    }
  });

  test('declare the parameters of their paths', () => {
    for (const { path, params } of all) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(params?.shape ?? {}), path).toEqual(named);
    }
  });

  test('have a cost when they create objects, change many rows or export lists', () => {
    const isCostly = ({ status, media }: RouteContract) => status === 201 || media !== undefined;
    for (const route of all.filter(({ access }) => access !== 'public'))
      if (isCostly(route)) expect(route.cost, route.path).toBeDefined();
    expect(all.filter(({ cost }) => cost === 'bulk').map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/referral/programs/{id}/groups/assign/',
      'POST /api/referral/programs/{id}/terms-preview/',
      'POST /api/referral/leads/bulk-transition/',
      'POST /api/referral/leads/undo-transition/',
      'POST /api/referral/sales/bulk/',
      'POST /api/referral/payments/',
      'POST /api/referral/payments/request/',
      'PATCH /api/referral/payments/{id}/',
      ...['accept', 'approve', 'process', 'mark-paid', 'mark-failed', 'retry', 'mark-returned', 'cancel'].map(
        (word) => `POST /api/referral/payments/{id}/${word}/`,
      ),
      'POST /api/referral/registries/',
      ...['approve', 'send', 'cancel', 'remove', 'mark-paid', 'mark-failed'].map(
        (word) => `POST /api/referral/registries/{id}/${word}/`,
      ),
      'POST /api/referral/bank-statements/',
      ...['apply', 'dismiss', 'restore'].map((word) => `POST /api/referral/bank-statements/{id}/${word}/`),
      'POST /api/referral/tax-status/',
      'POST /api/referral/receipts/remind/',
      'POST /api/referral/banks/directory/',
      'POST /api/referral/acts/',
      'POST /api/referral/imports/',
      ...['header', 'check', 'run', 'undo'].map((word) => `POST /api/referral/imports/{id}/${word}/`),
    ]);
  });

  test('read an idempotency key when they create something', () => {
    const isCreation = ({ method, status }: RouteContract) => method === 'POST' && status === 201;
    const creations = all.filter((route) => isCreation(route) && route.access !== 'public');
    expect(creations.filter(({ idempotency }) => idempotency === undefined)).toEqual([]);
  });

  test('are not public when they have a cost or an idempotency key', () => {
    for (const { path, access, cost, idempotency } of all)
      if (cost !== undefined || idempotency !== undefined) expect(access, path).not.toBe('public');
  });

  test('refuse unknown fields at any depth when they change objects, except for the own profile', () => {
    const isClosed = (schema: unknown): boolean => {
      if (Array.isArray(schema)) return schema.every(isClosed);
      if (typeof schema !== 'object' || schema === null) return true;
      const isOpen = 'properties' in schema && !('additionalProperties' in schema);
      return !isOpen && Object.values(schema).every(isClosed);
    };
    const changing = all.filter(({ method }) => method === 'PATCH');
    const open = changing.filter(
      ({ body }) =>
        body !== undefined && !isClosed(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })),
    );
    expect(open.map(({ path }) => path)).toEqual(['/api/accounts/users/me/']);
    for (const { path, body } of changing.filter((route) => !open.includes(route))) {
      const issues = body?.safeParse({ nonsense: 1 }).error?.issues ?? [];
      expect(
        issues.flatMap((issue) => ('keys' in issue ? issue.keys : [])),
        path,
      ).toEqual(['nonsense']);
    }
  });

  test('keep the invisible characters of passwords, because the hash depends on them', () => {
    const written = 'soft\u00adhyphen-\u200b-password';
    for (const { path, body } of all) {
      const shape: Record<string, z.ZodType> = body instanceof z.ZodObject ? body.shape : {};
      for (const [field, schema] of Object.entries(shape))
        if (/password/.test(field)) expect(schema.parse(written), `${path} ${field}`).toBe(written);
    }
  });

  test('refuse invalid fields in Russian', () => {
    const wrong = [undefined, null, true, -1, 1e30, 'nonsense', '', [], [null], {}, { kind: 'fixed' }];
    const foreign: string[] = [];
    for (const { path, body, query } of all) {
      for (const schema of [body, query]) {
        for (const { field, others } of fieldsOf(schema)) {
          for (const value of wrong) {
            const issues = schema?.safeParse({ ...others, [field]: value }).error?.issues ?? [];
            for (const { message } of issues)
              if (!/^[А-Я]/.test(message)) foreign.push(`${path} ${field}: ${message}`);
          }
        }
      }
    }
    expect(foreign).toEqual([]);
  });
});
