import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { getPrincipal } from '../platform/http/guard.ts';
import { serve } from '../platform/http/route.ts';
import { toNetwork } from '../platform/http/server/address.ts';
import type { Inbox } from './inbox.service.ts';
import type { Outbox } from './outbox.service.ts';
import type { SendersService } from './senders/senders.service.ts';
import type { MessageSettingsService } from './settings.service.ts';
import type { TelegramLinks } from './telegram/links.ts';

export type MessagesRoutesDeps = {
  inbox: Inbox;
  settings: MessageSettingsService;
  links: TelegramLinks;
  outbox: Outbox;
  senders: SendersService;
};

/** Registers the routes for messages. */
export function messagesRoutes(
  app: FastifyInstance,
  { inbox, settings, links, outbox, senders }: MessagesRoutesDeps,
) {
  serve(app, routes.messages, ({ query, viewer }) => inbox.list(viewer.user.id, query));
  serve(app, routes.messageCounts, ({ viewer }) => inbox.counts(viewer.user.id));
  serve(app, routes.readMessages, ({ body, viewer }) => inbox.read(viewer.user.id, body));
  serve(app, routes.messageSettings, ({ viewer }) => settings.get(viewer));
  serve(app, routes.updateMessageSettings, ({ body, viewer }) => settings.update(viewer, body));
  serve(app, routes.linkTelegram, ({ query, viewer }) => links.begin(viewer.user.id, query));
  serve(app, routes.unlinkTelegram, async ({ query, viewer }) => {
    await links.end(viewer.user.id, query);
    return undefined;
  });
  serve(app, routes.deliveries, ({ query, viewer }) => outbox.list(viewer, query));
  serve(app, routes.resendDelivery, ({ params, viewer }) => outbox.resend(viewer, params.id));
  serve(app, routes.senders, ({ viewer }) => senders.get(viewer));
  serve(app, routes.setEmailSender, async ({ body, viewer, request }) => {
    await senders.mail.set(viewer, getPrincipal(request), body, toNetwork(request.ip));
    return senders.get(viewer);
  });
  serve(app, routes.removeEmailSender, async ({ viewer }) => {
    await senders.mail.remove(viewer);
    return undefined;
  });
  serve(app, routes.testEmailSender, ({ viewer }) => senders.mail.test(viewer));
  serve(app, routes.setTelegramSender, async ({ body, viewer, request }) => {
    await senders.telegram.set(viewer, getPrincipal(request), body, toNetwork(request.ip));
    return senders.get(viewer);
  });
  serve(app, routes.removeTelegramSender, async ({ viewer }) => {
    await senders.telegram.remove(viewer);
    return undefined;
  });
  serve(app, routes.testTelegramSender, ({ viewer }) => senders.telegram.test(viewer));
}
