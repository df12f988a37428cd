import { createAuth } from '@referral-dashboard/auth-core';
import ky from 'ky';

const baseUrl = 'http://127.0.0.1:8000';
export const auth = createAuth({ baseUrl });

/** ky with its retries and hooks; a 401 has been dealt with before ky sees it. */
export const api = ky.create({ baseUrl, fetch: auth.fetch });
