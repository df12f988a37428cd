import { createAuth } from '@referral-dashboard/auth-core';
import axios, { type AxiosProgressEvent } from 'axios';

const baseUrl = 'http://127.0.0.1:8000';
export const auth = createAuth({ baseUrl });

/** All of axios; what it sends goes through `auth.fetch`: token, refresh on 401, one retry. No interceptor. */
export const api = axios.create({ baseURL: baseUrl, adapter: 'fetch', env: { fetch: auth.fetch } });

/** Upload with its progress, which only XHR tells: the token is handed over. */
export const upload = (path: string, file: Blob, onUploadProgress: (event: AxiosProgressEvent) => void) =>
  auth.withToken((token) =>
    axios.put(baseUrl + path, file, {
      onUploadProgress,
      headers: token ? { Authorization: `Bearer ${token}` } : {},
    }),
  );
