import type { MessageChannel } from '@referral-dashboard/api-contract';
import type { Channel } from './channel.ts';

/** A channel that accepts every message and sends nothing. The owner reads the messages in the outbox. */
export const rehearsal = (channel: MessageChannel): Channel => ({
  channel,
  sender: '',
  isRehearsal: true,
  isRepeatable: true,
  atOnce: 5,
  send: async () => ({ kind: 'sent' }),
});
