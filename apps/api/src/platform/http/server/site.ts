import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unreadable } from '../../errors.ts';

/** A name or an address as a browser writes it into `Host`, with its port. */
const HOST = /^([a-z\d_]([a-z\d_.-]*[a-z\d_])?\.?|\[[\da-f:.]+\])(:\d{1,5})?$/i;

const isHost = (host: string) => host.length <= 255 && HOST.test(host) && URL.canParse(`http://${host}`);

const unreadableHost = () => unreadable('Заголовок "Host" составлен неверно.');

/** Refuses a request whose `Host`, or `X-Forwarded-Host` from a proxy that is trusted, is none. One without any is not refused. */
export function checkHosts(app: FastifyInstance) {
  app.addHook('onRequest', ({ host }, _reply, done) =>
    done(host === '' || isHost(host) ? undefined : unreadableHost()),
  );
}

/**
 * Address of the site: `publicUrl`, else where the request came to.
 *
 * @throws ApiError 400 when neither tells.
 */
export function siteOf({ protocol, host }: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl;
  if (!isHost(host)) throw unreadableHost();
  return `${protocol === 'https' ? 'https' : 'http'}://${host}`;
}
