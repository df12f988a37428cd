import type { Delivery, Message, MessageSettings } from '@referral-dashboard/api-contract';

export const messageSettings: MessageSettings = {
  channels: [
    { channel: 'email', is_set_up: true, address: 'anna@example.test' },
    { channel: 'telegram', is_set_up: true, address: '' },
    { channel: 'sms', is_set_up: false, address: '+79990000001' },
  ],
  bots: [{ id: '111', name: 'okna_bot', organization: '', link: 'none' }],
  choices: [
    { event: 'lead_came', channel: 'email', mode: 'now' },
    { event: 'lead_came', channel: 'telegram', mode: 'now' },
    { event: 'sign_in', channel: 'email', mode: 'now' },
    { event: 'sign_in', channel: 'telegram', mode: 'now' },
  ],
  quiet: { from: '22:00', until: '08:00' },
  time_zone: 'Europe/Moscow',
};

export const createMessage = (id: number, fields: Partial<Message> = {}): Message => ({
  id: `00000006-0000-7000-8000-00000000000${id}`,
  event: 'lead_came',
  title: `Новый лид Л-${id}`,
  text: `Пришел лид Л-${id} по программе «Окна».`,
  path: `/leads?id=00000001-0000-7000-8000-00000000000${id}`,
  created_at: '2026-08-21T11:05:00Z',
  read_at: null,
  ...fields,
});

export const createDelivery = (id: number, fields: Partial<Delivery> = {}): Delivery => ({
  id: `00000007-0000-7000-8000-00000000000${id}`,
  channel: 'email',
  event: 'lead_came',
  to: 'Иванова Анна',
  address: 'a***@example.test',
  title: `Новый лид Л-${id}`,
  text: `Пришел лид Л-${id}.`,
  status: 'sent',
  problem: '',
  attempts: 1,
  due_at: '2026-08-21T11:05:00Z',
  created_at: '2026-08-21T11:05:00Z',
  sent_at: '2026-08-21T11:06:00Z',
  ...fields,
});
