import { connect, type Socket } from 'node:net';

export type Shot = {
  /** Writes the request with this number, of the connection with that one. */
  request: (number: number, connection: number) => string;
  /** Told of each answer's body. */
  onBody?: (body: string, connection: number) => void;
};

/** Text of a request to a server of the machine. */
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
 * Answers a second of a server over so many connections, each of which asks again as soon as it is answered. Raw sockets: a client that
 * parses takes as long as a server that answers.
 *
 * @throws Error at an answer that is not 200.
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
