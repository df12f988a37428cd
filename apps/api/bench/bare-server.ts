/** Minimal server for `verify/` and `users/me/`: node:http, pg and an HMAC. Reads `DATABASE_URL` and `SECRET`, prints its port. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';

const { DATABASE_URL = '', SECRET = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });

function claimsOf(token: string): { user_id: string } | undefined {
  const [head = '', payload = '', signature = ''] = token.split('.');
  const right = createHmac('sha256', SECRET).update(`${head}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as { user_id: string };
}

function answer(response: ServerResponse, status: number, body: unknown) {
  const payload = JSON.stringify(body);
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) })
    .end(payload);
}

async function handle(request: IncomingMessage, response: ServerResponse) {
  if (request.url === '/api/accounts/verify/') {
    const { token } = JSON.parse(await text(request)) as { token: string };
    return answer(response, claimsOf(token) ? 200 : 401, {});
  }
  const claims = claimsOf((request.headers.authorization ?? '').slice('Bearer '.length));
  if (claims === undefined) return answer(response, 401, {});
  const { rows } = await pool.query({
    name: 'me',
    text: 'select id, phone, role, first_name, last_name, father_name, email from users where id = $1',
    values: [claims.user_id],
  });
  return answer(response, 200, rows[0]);
}

const server = createServer((request, response) => void handle(request, response));
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
