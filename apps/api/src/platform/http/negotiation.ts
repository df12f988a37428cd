import type { FastifyInstance } from 'fastify';
import { notAcceptable } from '../errors.ts';

const JSON_RANGES = ['*/*', 'application/*', 'application/json'];

/** Whether an `Accept…` header names one of `wanted`, in lower case, and does not refuse it with `q=0`. */
export const accepts = (header: string, wanted: readonly string[]) =>
  header.split(',').some((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return wanted.includes(name) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

/** Whether an `Accept` header takes JSON, or one of `others`; one that is missing does. */
export const takesJson = (accept = '', others: readonly string[] = []) =>
  accept.trim() === '' || accepts(accept, [...JSON_RANGES, ...others]);

/** The API speaks JSON, and what else a route names; who wants another thing is told so. */
export function speakJson(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    const media = request.routeOptions.config.media?.map((type) => type.replace(/;.*/, ''));
    if (!takesJson(request.headers.accept, media)) throw notAcceptable();
  });
}
