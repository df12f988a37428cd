import { routes } from '@referral-dashboard/api-contract';
import { openApi } from '@referral-dashboard/api-contract/openapi';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/route.ts';
import { DOCS_POLICY, docsPage } from './page.ts';

/** Made when somebody first asks: it takes a tenth of a start. */
const lazily = <Made>(make: () => Made) => {
  let made: Made | undefined;
  return () => (made ??= make());
};
const description = lazily(() => openApi(routes));
const page = lazily(() => docsPage(Object.values(routes), description()));

/** The description of the API, for programs. */
export function schemaRoutes(app: FastifyInstance) {
  serve(app, routes.schema, async () => description());
}

/** The same as a page, for people. */
export function docsRoutes(app: FastifyInstance) {
  app.get('/api/docs/', { config: { access: 'public' } }, (_request, reply) =>
    reply
      .headers({ 'content-security-policy': DOCS_POLICY, 'content-type': 'text/html; charset=utf-8' })
      .send(page()),
  );
}
