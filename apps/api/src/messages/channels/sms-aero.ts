import { GATEWAY, type Gateway, type SmsSettings } from './sms.ts';

const SEND = 'https://gate.smsaero.ru/v2/sms/send';

/** Statuses of messages that SMS Aero does not deliver: not deliverable, rejected by moderation. */
const REFUSED = [2, 6];

/** Gateway SMS Aero, API version 2. Requests are JSON; responses are `{success, data: {id, status}, message}`. */
export const smsAero =
  ({ login, key, sender }: SmsSettings): Gateway =>
  async (request, { phone, text }) => {
    const response = await request(SEND, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${login}:${key}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ number: phone, text, sign: sender || 'SMS Aero' }),
    });
    if (response.status === 401 || response.status === 403) return GATEWAY.login;
    if (response.status === 402) return GATEWAY.money;
    if (response.status === 429 || response.status >= 500) return GATEWAY.busy;
    const reply = (await response.json()) as {
      success?: boolean;
      data?: { status?: number } | null;
      message?: string;
    };
    if (reply.success === true)
      return REFUSED.includes(reply.data?.status ?? 0) ? GATEWAY.phone : { kind: 'sent' };
    const message = String(reply.message ?? '').toLowerCase();
    if (/money|balance|средств/.test(message)) return GATEWAY.money;
    if (/auth|авториз/.test(message)) return GATEWAY.login;
    return response.status === 400 && /number|phone|номер/.test(message) ? GATEWAY.phone : GATEWAY.text;
  };
