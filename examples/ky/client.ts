import { createAuth, simpleJwt } from '@referral-dashboard/auth-core';
import ky from 'ky';

const baseUrl = 'http://127.0.0.1:8000';
export const auth = createAuth({ baseUrl, backend: simpleJwt({ paths: { user: '/api/me/' } }) });

/** ky with its retries and hooks. It sees the response after the refresh. */
export const api = ky.create({ baseUrl, fetch: auth.fetch });
