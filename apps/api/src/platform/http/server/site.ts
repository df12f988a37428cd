import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unreadable } from '../../errors.ts';

/** A host name or an address with an optional port, as browsers send it in `Host`. */
const HOST = /^([a-z\d_]([a-z\d_.-]*[a-z\d_])?\.?|\[[\da-f:.]+\])(:\d{1,5})?$/i;

const isHost = (host: string) => host.length <= 255 && HOST.test(host) && URL.canParse(`http://${host}`);

const unreadableHost = () => unreadable('Заголовок "Host" составлен неверно.');

/** Refuses requests with an invalid `Host`, or an invalid `X-Forwarded-Host` from a trusted proxy. A missing header is allowed. */
export function checkHosts(app: FastifyInstance) {
  app.addHook('onRequest', ({ host }, _reply, done) =>
    done(host === '' || isHost(host) ? undefined : unreadableHost()),
  );
}

/**
 * Returns the address of the site: `publicUrl`, otherwise the address of the request.
 *
 * @throws ApiError 400 when `publicUrl` is undefined and the host of the request is missing or invalid.
 */
export function getSiteUrl({ protocol, host }: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl;
  if (!isHost(host)) throw unreadableHost();
  return `${protocol === 'https' ? 'https' : 'http'}://${host}`;
}
