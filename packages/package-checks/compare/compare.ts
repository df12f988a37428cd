/**
 * Measures the first table of docs/auth/comparison.md: bundled sizes, and the refreshes of each client when five requests
 * meet an expired token and when a 401 arrives late. Installs the packages into a temporary folder, so it needs a registry.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { bundle } from '../src/bundle.ts';
import { type Client, clientsIn } from './clients.ts';
import { installWithOurs } from './install.ts';
import { startExpired } from './server.ts';

const others = {
  '@badgateway/oauth2-client': '3.3.1',
  'axios-auth-refresh': '5.0.2',
  '@nhost/nhost-js': '4.7.0',
  '@workos-inc/authkit-js': '0.20.0',
  'oidc-client-ts': '3.5.0',
  '@supabase/auth-js': '2.119.1',
  '@auth0/auth0-spa-js': '2.27.0',
};
const own = '@referral-dashboard/auth-core';

const folder = installWithOurs({ ...others, axios: '1.21.1' });

/** Bytes of all exports with dependencies other than axios, minified, at the highest brotli quality. */
async function sizeOf(name: string): Promise<number> {
  const code = await bundle(folder, `export * from '${name}'`, [/^axios$/]);
  return brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

const versionOf = (name: string) =>
  (
    JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as {
      version: string;
    }
  ).version;

type Trial = (ask: Client) => Promise<PromiseSettledResult<number>[]>;

const fiveAtOnce: Trial = (ask) => Promise.allSettled(Array.from({ length: 5 }, () => ask('/now')));
const oneLate: Trial = (ask) => Promise.allSettled([ask('/late'), ask('/now')]);

async function told(make: (url: string) => Promise<Client>, trial: Trial): Promise<string> {
  const server = await startExpired();
  const results = await trial(await make(server.url));
  const answered = results.filter((result) => result.status === 'fulfilled' && result.value === 200).length;
  const { refreshes, spentTwice } = server.seen;
  server.close();
  const twice = spentTwice > 0 ? `, ${spentTwice} of a spent token` : '';
  return `${answered} of ${results.length}, ${refreshes} refresh${refreshes === 1 ? '' : 'es'}${twice}`;
}

const clients = clientsIn(folder);
const rows: string[][] = [];
for (const name of [own, ...Object.keys(others)]) {
  const client = clients[name];
  rows.push([
    name,
    versionOf(name),
    (await sizeOf(name)).toLocaleString('en'),
    client ? await told(client, fiveAtOnce) : '',
    client ? await told(client, oneLate) : '',
  ]);
}
const head = ['package', 'version', 'bytes, brotli', 'five 401s at once', 'a late 401'];
for (const row of [head, head.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`);
rmSync(folder, { recursive: true });
