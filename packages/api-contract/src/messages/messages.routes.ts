import { z } from 'zod';
import { byId, type RouteContract } from '../base/route.ts';
import {
  delivery,
  deliveryPage,
  deliveryQuery,
  messageCounts,
  messagePage,
  messageQuery,
  messageSettings,
  messageSettingsPatch,
  messagesRead,
  telegramLink,
  telegramQuery,
} from './messages.ts';

const OWN = '/api/messages/';
const OUTBOX = '/api/referral/deliveries/';
const organization = ['organization'] as const;

/** Calls for the caller's notifications and the outbox of the organization. */
export const messageRoutes = {
  messages: {
    method: 'GET',
    path: OWN,
    name: 'Messages',
    access: 'authenticated',
    query: messageQuery,
    response: messagePage,
  },
  messageCounts: {
    method: 'GET',
    path: `${OWN}counts/`,
    name: 'Number of unread messages',
    access: 'authenticated',
    response: messageCounts,
  },
  readMessages: {
    method: 'POST',
    path: `${OWN}read/`,
    name: 'Messages marked as read',
    access: 'authenticated',
    body: messagesRead,
    response: messageCounts,
  },
  messageSettings: {
    method: 'GET',
    path: `${OWN}settings/`,
    name: 'Where messages go',
    access: 'authenticated',
    response: messageSettings,
  },
  updateMessageSettings: {
    method: 'PATCH',
    path: `${OWN}settings/`,
    name: 'Where messages go, changed',
    access: 'authenticated',
    body: messageSettingsPatch,
    response: messageSettings,
  },
  linkTelegram: {
    method: 'POST',
    path: `${OWN}telegram/`,
    name: 'Address that links Telegram',
    access: 'authenticated',
    cost: 'creation',
    idempotency: 'once',
    status: 201,
    query: telegramQuery,
    response: telegramLink,
  },
  unlinkTelegram: {
    method: 'DELETE',
    path: `${OWN}telegram/`,
    name: 'End of the link to Telegram',
    access: 'authenticated',
    query: telegramQuery,
    status: 204,
    response: z.undefined(),
  },
  deliveries: {
    method: 'GET',
    path: OUTBOX,
    name: 'Messages on their way',
    access: organization,
    query: deliveryQuery,
    response: deliveryPage,
  },
  resendDelivery: {
    method: 'POST',
    path: `${OUTBOX}{id}/resend/`,
    name: 'Another try to send a message',
    access: organization,
    params: byId,
    response: delivery,
  },
} as const satisfies Record<string, RouteContract>;
