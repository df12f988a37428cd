import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { siteOf } from '../../platform/http/server/site.ts';
import { qrOf } from '../../platform/qr.ts';
import type { LinksService } from './links.service.ts';

/** The calls about links. `publicUrl` is where people reach the site; what the request came to when there is none. */
export function linksRoutes(app: FastifyInstance, links: LinksService, publicUrl: string | undefined) {
  serve(app, routes.partnerLinks, ({ params, query, viewer }) => links.list(viewer, params.id, query));
  serve(app, routes.programLinks, ({ params, query, viewer }) =>
    links.listOfProgram(viewer, params.id, query),
  );
  serve(app, routes.createLink, ({ params, body, viewer }) => links.create(viewer, params.id, body));
  serve(app, routes.updateLink, ({ params, body, viewer }) => links.update(viewer, params.id, body));
  serve(app, routes.linkQr, async ({ params, viewer, request }) => {
    const { path } = await links.get(viewer, params.id);
    const { href } = new URL(path, siteOf(request, publicUrl));
    return qrOf(href);
  });
  serve(app, routes.checkCode, ({ query }) => links.check(query.code));
}
