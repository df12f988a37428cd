import { type Link, routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { JournalDownload } from '../../audit/index.ts';
import { sendFile } from '../../platform/http/content/send-file.ts';
import { handleRoute, serve } from '../../platform/http/route.ts';
import { getSiteUrl } from '../../platform/http/server/site.ts';
import { writePdf } from '../../platform/pdf/pdf.ts';
import { renderQr } from '../../platform/qr.ts';
import type { LinksService } from './links.service.ts';
import { printableQr } from './printable-qr.ts';

/** Registers the routes of links. Without `publicUrl` the addresses use the host of the request. */
export function linksRoutes(
  app: FastifyInstance,
  links: LinksService,
  { publicUrl, journalDownload }: { publicUrl: string | undefined; journalDownload: JournalDownload },
) {
  serve(app, routes.partnerLinks, ({ params, query, viewer }) => links.list(viewer, params.id, query));
  serve(app, routes.programLinks, ({ params, query, viewer }) =>
    links.listOfProgram(viewer, params.id, query),
  );
  serve(app, routes.createLink, ({ params, body, viewer }) => links.create(viewer, params.id, body));
  serve(app, routes.updateLink, ({ params, body, viewer }) => links.update(viewer, params.id, body));
  const buildUrl = ({ path }: Link, request: FastifyRequest) =>
    new URL(path, getSiteUrl(request, publicUrl)).href;
  serve(app, routes.linkQr, async ({ params, viewer, request }) =>
    renderQr(buildUrl(await links.get(viewer, params.id), request)),
  );
  handleRoute(app, routes.linkQrPdf, async ({ params, viewer, request }, reply) => {
    const { link, program } = await links.withProgram(viewer, params.id);
    const content = await writePdf(printableQr(link, program, buildUrl(link, request)), viewer);
    await journalDownload(viewer, {
      object: { kind: 'link', id: link.id, partnerId: link.partner.id },
      list: 'QR-код',
      format: 'pdf',
      rows: 1,
    });
    return sendFile(reply, {
      name: `QR-код ${link.code}.pdf`,
      latinName: `qr-${link.code}.pdf`,
      type: 'application/pdf',
      content,
    });
  });
  serve(app, routes.checkCode, ({ query }) => links.check(query.code));
}
