import type { FastifyInstance } from 'fastify';
import { notAcceptable } from './errors.ts';

const JSON_RANGES = ['*/*', 'application/*', 'application/json'];

/** Whether an `Accept…` header names one of `wanted`, in lower case, and does not refuse it with `q=0`. */
export const accepts = (header: string, wanted: readonly string[]) =>
  header.split(',').some((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return wanted.includes(name) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

/** Whether an `Accept` header takes JSON; one that is missing does. */
export const takesJson = (accept = '') => accept.trim() === '' || accepts(accept, JSON_RANGES);

/** The API speaks JSON; who wants something else is told so. */
export function speakJson(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    if (!takesJson(request.headers.accept)) throw notAcceptable();
  });
}
