import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { encodingFor } from '../http/content/negotiation.ts';
import type { CachedFile } from '../http/content/send-cached.ts';
import { pathOf, readBuild } from './files.ts';
import { createPage, type PageSettings } from './page.ts';
import { readPageFiles, SIGN_IN } from './page-files.ts';
import { createPolicy } from './policy.ts';
import {
  PAGE_START,
  type ServerContent,
  withContent,
  withInlineScripts,
  withStyles,
} from './server-content.ts';
import { stylesApart, withSignIn } from './sign-in-page.ts';

export type DashboardSettings = PageSettings & {
  /** Folder of the build. */
  folder: string;
};

export type Dashboard = {
  /** Path → file of the build. */
  files: ReadonlyMap<string, CachedFile>;
  /** Answers with the application's page; 503 and what to do when it has not been built. */
  sendPage: (reply: FastifyReply, status?: number) => Promise<FastifyReply>;
  /** Answers with the public page and something to read on it already, built or not. */
  sendContent: SendContent;
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
// Above 5 it takes longer than the wire saves.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * The built dashboard as the server gives it out.
 *
 * @param supportUrl resolves to the support address of a page; that of the settings when left out.
 */
export function createDashboard(
  { folder, ...settings }: DashboardSettings,
  supportUrl = async () => settings.supportUrl,
): Dashboard {
  const files = readBuild(folder);
  const textOf = (path: string) => files.get(path)?.identity.toString();
  const filesOfPage = readPageFiles(folder);
  const index = textOf('/index.html');
  const html = withInlineScripts(index ?? NOT_BUILT, files);
  const page = createPage(html, settings);
  const signInWith = (variant: 'helped' | 'bare') =>
    createPage(withSignIn(html, folder, files, filesOfPage, variant), settings);
  const signIn = { helped: signInWith('helped'), bare: signInWith('bare') };
  const frame = createPage(
    withStyles(withInlineScripts(textOf('/referral.html') ?? BARE, files), files),
    settings,
  );
  const policy = createPolicy(settings, files.get(PAGE_START)?.identity);

  const answer = async (
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
    async sendPage(reply, status = 200) {
      const [nonce, support] = [newNonce(), await supportUrl()];
      const path = pathOf(reply.request);
      const text =
        path === SIGN_IN
          ? signIn[support === '' ? 'bare' : 'helped'](nonce, support, stylesApart(filesOfPage(path)))
          : page(nonce, support, filesOfPage(path));
      return answer(reply, index === undefined ? 503 : status, nonce, text);
    },
    async sendContent(reply, status, content) {
      // A page that is to be apart from whoever opened it is drawn by another process, begun when its answer is there: a fifth of the
      // time that a stranger waits for a page that knows nothing of anybody.
      reply.removeHeader('cross-origin-opener-policy');
      const nonce = newNonce();
      // What is not live answers something that was sent.
      const cache = content.isLive ? 'no-cache' : 'no-store';
      return answer(
        reply,
        status,
        nonce,
        withContent(frame(nonce, await supportUrl()), content, nonce),
        cache,
      );
    },
  };
}

const newNonce = () => randomBytes(16).toString('base64url');
