import { Agent, request } from 'node:http';

export type Question = { path: string; body?: object };

/** Clients that send one request after another over keep-alive connections. */
export function startClients(url: string, token: string, questions: readonly Question[], count: number) {
  const counts: Record<string, number> = {};
  const failures: string[] = [];
  let connections = 0;
  let isStopping = false;
  const agent = new Agent({ keepAlive: true, maxSockets: count });

  const ask = ({ path, body }: Question) =>
    new Promise<void>((resolve) => {
      const failed = (what: string) => {
        failures.push(`${new Date().toISOString()} ${path}: ${what}`);
        resolve();
      };
      const outgoing = request(`${url}${path}`, {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      });
      outgoing.once('socket', (socket) => {
        if (socket.connecting) connections += 1;
      });
      outgoing.once('error', (error) => failed(error.message));
      outgoing.once('response', (response) => {
        const status = String(response.statusCode);
        counts[status] = (counts[status] ?? 0) + 1;
        response.resume();
        response.once('error', (error) => failed(error.message));
        response.once('end', () => (status === '200' ? resolve() : failed(status)));
      });
      outgoing.end(body && JSON.stringify(body));
    });

  async function sendRequests(first: number) {
    for (let turn = first; !isStopping; turn += 1)
      await ask(questions[turn % questions.length] ?? { path: '/' });
  }
  const done = Promise.all(Array.from({ length: count }, (_, index) => sendRequests(index)));
  return {
    answers: counts,
    /** Failed requests, one line each. */
    failures,
    connections: () => connections,
    async stop() {
      isStopping = true;
      await done;
      agent.destroy();
    },
  };
}
