import { Agent, request } from 'node:http';
import { DEMO_PEOPLE } from '../../src/demo/people.ts';
import type { HostileCall, Loot } from './hostile-calls.ts';

/** Sends calls to a server over keep-alive connections and counts the responses. */
export function createSender(url: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const statuses: Record<string, number> = {};

  async function json<Body>(path: string, init: RequestInit): Promise<Body> {
    return (await (await fetch(url + path, init)).json()) as Body;
  }

  return {
    statuses,

    /** Resolves after a response, an abort or a connection error. */
    send: ({ method, path, headers, body, givesUp }: HostileCall) =>
      new Promise<void>((resolve) => {
        const sent = request(url + path, { method, headers, agent }, (answer) => {
          statuses[answer.statusCode ?? 0] = (statuses[answer.statusCode ?? 0] ?? 0) + 1;
          answer.resume().on('close', resolve);
        });
        sent.on('error', () => resolve());
        sent.end(body, () => givesUp && sent.destroy());
      }),

    /** Signs in the demo users. @returns their tokens and the code of a link. */
    async loot(): Promise<Loot> {
      const tokens = [];
      for (const { phone, password } of DEMO_PEOPLE) {
        const { access } = await json<{ access: string }>('/api/accounts/login/', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ phone, password, 'smart-token': '' }),
        });
        tokens.push(access);
      }
      const headers = { authorization: `Bearer ${tokens[0]}` };
      const { results: programs } = await json<{ results: { id: string; status: string }[] }>(
        '/api/referral/programs/',
        { headers },
      );
      const active = programs.find(({ status }) => status === 'active');
      const { results: links } = await json<{ results: { code: string }[] }>(
        `/api/referral/programs/${active?.id}/links/`,
        { headers },
      );
      return { tokens, code: links[0]?.code ?? '' };
    },

    stop: () => agent.destroy(),
  };
}
