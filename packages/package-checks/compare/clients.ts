import { load as loadFrom } from './install.ts';

/** A client signed in with `access-0` and `refresh-0`. Resolves to the status of a request, or throws. */
export type Client = (path: string) => Promise<number>;

type Http = {
  get(url: string, config?: object): Promise<{ status: number }>;
  post(url: string, body: unknown): Promise<{ data: { access: string; refresh: string } }>;
  interceptors: { request: { use(change: (config: { headers: Record<string, string> }) => unknown): void } };
};
type Modules = {
  '@referral-dashboard/auth-core': {
    createAuth(options: object): { fetch: typeof fetch };
    memoryStorage(): { setItem(key: string, value: string): void };
    simpleJwt(options: object): object;
  };
  '@badgateway/oauth2-client': {
    OAuth2Client: new (options: object) => { refreshToken(token: object): Promise<object> };
    OAuth2Fetch: new (options: object) => { fetch: typeof fetch };
  };
  axios: { default: { create(): Http } };
  'axios-auth-refresh': { createAuthRefresh(http: Http, refresh: (failed: Failed) => Promise<void>): void };
};
type Failed = { response: { config: { headers: Record<string, string> } } };

/** Clients that refresh and retry automatically, set up as in their READMEs. */
export const clientsIn = (folder: string): Record<string, (url: string) => Promise<Client>> => {
  const load = <Name extends keyof Modules>(name: Name) => loadFrom<Modules[Name]>(folder, name);
  return {
    async '@referral-dashboard/auth-core'(url) {
      const { createAuth, memoryStorage, simpleJwt } = await load('@referral-dashboard/auth-core');
      const storage = memoryStorage();
      storage.setItem('access_token', 'access-0');
      storage.setItem('refresh_token', 'refresh-0');
      storage.setItem('user_data', '{}');
      const backend = simpleJwt({ paths: { user: '/api/me/' } });
      const auth = createAuth({ baseUrl: url, backend, storage });
      return async (path) => (await auth.fetch(path)).status;
    },
    async '@badgateway/oauth2-client'(url) {
      const { OAuth2Client, OAuth2Fetch } = await load('@badgateway/oauth2-client');
      const client = new OAuth2Client({ server: url, clientId: 'page', tokenEndpoint: '/refresh' });
      const first = { accessToken: 'access-0', refreshToken: 'refresh-0', expiresAt: null };
      const wrapper = new OAuth2Fetch({
        client,
        scheduleRefresh: false,
        getStoredToken: () => first,
        getNewToken: () => null,
      });
      return async (path) => (await wrapper.fetch(url + path)).status;
    },
    async 'axios-auth-refresh'(url) {
      const { default: axios } = await load('axios');
      const { createAuthRefresh } = await load('axios-auth-refresh');
      const http = axios.create();
      const pair = { access: 'access-0', refresh: 'refresh-0' };
      http.interceptors.request.use((config) => {
        Object.assign(config.headers, { authorization: `Bearer ${pair.access}` });
        return config;
      });
      createAuthRefresh(http, async () => {
        const { data } = await axios.create().post(`${url}/refresh`, pair);
        Object.assign(pair, data);
      });
      return async (path) => (await http.get(url + path)).status;
    },
  };
};
