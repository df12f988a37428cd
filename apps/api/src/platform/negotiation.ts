import type { FastifyInstance } from 'fastify';
import { notAcceptable } from './errors.ts';

const JSON_RANGES = ['*/*', 'application/*', 'application/json'];

/** Whether an `Accept` header takes JSON; one that is missing does. */
export function takesJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return JSON_RANGES.includes(type) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** The API speaks JSON; who wants something else is told so. */
export function speakJson(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    if (!takesJson(request.headers.accept)) throw notAcceptable();
  });
}
