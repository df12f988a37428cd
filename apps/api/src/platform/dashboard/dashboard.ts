import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { encodingFor } from '../http/content/negotiation.ts';
import type { CachedFile } from '../http/content/send-cached.ts';
import { getRequestPath, readBuild } from './files.ts';
import { createPage, type PageSettings } from './page.ts';
import { createPolicy } from './policy.ts';
import { loadServerModule } from './renderer.ts';
import {
  FIRST_PAINT,
  insertContent,
  type ServerContent,
  withInlineScripts,
  withStyles,
} from './server-content.ts';
import { SIGN_IN, withSignIn } from './sign-in-page.ts';

export type DashboardSettings = PageSettings & {
  /** Folder of the build. */
  folder: string;
  /** Folder of the modules that the build wrote for the server. Default: `.server` in `folder`. */
  serverFolder?: string;
};

export type Dashboard = {
  /** Files of the build by path. */
  files: ReadonlyMap<string, CachedFile>;
  /** Sends the page of the application. Sends 503 with instructions when the dashboard is not built. */
  sendPage: (reply: FastifyReply, status?: number) => Promise<FastifyReply>;
  /** Sends a page with server-rendered content. */
  sendContent: SendContent;
  /** Loads a module that the build wrote for the server. */
  loadServerModule: (name: string) => Promise<Record<string, unknown>>;
};
export type SendContent = (
  reply: FastifyReply,
  status: number,
  content: ServerContent,
) => Promise<FastifyReply>;

const NOT_BUILT = `<!doctype html>
<html lang="ru">
<meta charset="utf-8">
<title>Интерфейс не собран</title>
<p>API работает, но интерфейс не собран. Выполните <code>npx -y pnpm@12.21.0 build</code> и запустите сервер снова.</p>
</html>
`;

const BARE = `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title></title>
</head>
<body><div id="root"></div></body>
</html>
`;

const compress = promisify(brotliCompress);
// Higher levels cost more time than they save in transfer.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * Creates the responses of the dashboard from a build.
 *
 * @param supportUrl resolves to the support address of a page. Default: the address in the settings.
 */
export function createDashboard(
  { folder, serverFolder = join(folder, '.server'), ...settings }: DashboardSettings,
  supportUrl = async () => settings.supportUrl,
): Dashboard {
  const files = readBuild(folder);
  const getText = (path: string) => files.get(path)?.identity.toString();
  const index = getText('/index.html');
  const html = withInlineScripts(index ?? NOT_BUILT, files);
  const page = createPage(html, settings);
  const signInWith = (variant: 'helped' | 'bare') =>
    createPage(withSignIn(html, folder, files, variant), settings);
  const signIn = { helped: signInWith('helped'), bare: signInWith('bare') };
  const frame = createPage(
    withStyles(withInlineScripts(getText('/referral.html') ?? BARE, files), files),
    settings,
  );
  const policy = createPolicy(settings, files.get(FIRST_PAINT)?.identity);

  const sendText = async (
    reply: FastifyReply,
    status: number,
    nonce: string,
    text: string,
    cache = 'no-cache',
  ) => {
    reply.code(status).headers({
      'cache-control': cache,
      'content-security-policy': policy(nonce),
      'content-type': 'text/html; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    const encoding = encodingFor(reply.request.headers['accept-encoding'], ['br']);
    if (encoding === 'identity') return reply.send(text);
    return reply.header('content-encoding', 'br').send(await compress(text, BROTLI));
  };

  return {
    files,
    loadServerModule: (name) => loadServerModule(serverFolder, name),
    async sendPage(reply, status = 200) {
      const [nonce, support] = [newNonce(), await supportUrl()];
      const path = getRequestPath(reply.request);
      const text =
        path === SIGN_IN ? signIn[support === '' ? 'bare' : 'helped'](nonce, support) : page(nonce, support);
      return sendText(reply, index === undefined ? 503 : status, nonce, text);
    },
    async sendContent(reply, status, content) {
      // With `Cross-Origin-Opener-Policy` the browser opens the page in another process, which starts only when the response arrives. That
      // costs a fifth of the loading time, and a public page holds no private data.
      reply.removeHeader('cross-origin-opener-policy');
      const nonce = newNonce();
      // A page that is not live is the response to a submitted form.
      const cache = content.isLive ? 'no-cache' : 'no-store';
      return sendText(
        reply,
        status,
        nonce,
        insertContent(frame(nonce, await supportUrl()), content, nonce),
        cache,
      );
    },
  };
}

const newNonce = () => randomBytes(16).toString('base64url');
