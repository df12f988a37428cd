import { createAuth, simpleJwt } from '@referral-dashboard/auth-core';
import axios, { type AxiosProgressEvent } from 'axios';

const baseUrl = 'http://127.0.0.1:8000';
export const auth = createAuth({ baseUrl, backend: simpleJwt({ paths: { user: '/api/me/' } }) });

/** Sends through `auth.fetch`: token, one refresh after a 401, one retry. No interceptor. */
export const api = axios.create({ baseURL: baseUrl, adapter: 'fetch', env: { fetch: auth.fetch } });

/** Upload with progress, which only XHR reports, so axios gets the token instead of a fetch. */
export const upload = (path: string, file: Blob, onUploadProgress: (event: AxiosProgressEvent) => void) =>
  auth.withToken((token) =>
    axios.put(baseUrl + path, file, {
      onUploadProgress,
      headers: token ? { Authorization: `Bearer ${token}` } : {},
    }),
  );
