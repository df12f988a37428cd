import { connect, type Socket } from 'node:net';

export type Shot = {
  /** Returns the text of a request by its number and the number of its connection. */
  request: (number: number, connection: number) => string;
  /** Called with the body of each response. */
  onBody?: (body: string, connection: number) => void;
};

/** Formats a request to a local server. */
export function requestText(
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): string {
  const lines = Object.entries({
    host: '127.0.0.1',
    ...headers,
    'content-length': `${Buffer.byteLength(body)}`,
  });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

/**
 * Returns the responses per second over the given number of connections, each of which sends the next request after a response. Uses
 * raw sockets, because an HTTP client takes as much time as the server.
 *
 * @throws Error for a status other than 200.
 */
export async function throughput(
  port: number,
  shot: Shot,
  connections: number,
  seconds: number,
): Promise<number> {
  const until = performance.now() + seconds * 1000;
  const counts = await Promise.all(
    Array.from({ length: connections }, (_, connection) => converse(port, shot, connection, until)),
  );
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}

const converse = (port: number, { request, onBody }: Shot, connection: number, until: number) =>
  new Promise<number>((resolve, reject) => {
    let answers = 0;
    let rest = '';
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const ask = () => socket.write(request(answers, connection));
    socket.setEncoding('utf8');
    socket.once('connect', ask);
    socket.once('error', reject);
    socket.on('data', (data) => {
      rest += String(data);
      const head = rest.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(rest)?.[1] ?? 0);
      if (Buffer.byteLength(rest) < Buffer.byteLength(rest.slice(0, head + 4)) + length) return;
      if (!rest.startsWith('HTTP/1.1 200')) return reject(new Error(rest.slice(0, 400)));
      onBody?.(rest.slice(head + 4), connection);
      rest = '';
      answers += 1;
      if (performance.now() < until) return ask();
      socket.end();
      resolve(answers);
    });
  });
