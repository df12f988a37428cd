import { createAuth, simpleJwt } from '@referral-dashboard/auth-core';
import createClient from 'openapi-fetch';
import type { paths } from './schema.ts';

const baseUrl = 'http://127.0.0.1:8000';
export const auth = createAuth({ baseUrl, backend: simpleJwt({ paths: { user: '/api/me/' } }) });

/** Paths, parameters and responses are typed by the schema. */
export const api = createClient<paths>({ baseUrl, fetch: auth.fetch });
