import { GATEWAY, type Gateway, type SmsSettings } from './sms.ts';

const SEND = 'https://smsc.ru/sys/send.php';

/** Outcomes by SMSC error code. */
const ERRORS: Record<number, (typeof GATEWAY)[keyof typeof GATEWAY]> = {
  1: GATEWAY.text,
  2: GATEWAY.login,
  3: GATEWAY.money,
  4: GATEWAY.blocked,
  5: GATEWAY.text,
  6: GATEWAY.text,
  7: GATEWAY.phone,
  8: GATEWAY.phone,
};

/** Error code for a repetition of a text within a minute. The first one was accepted. */
const REPEATED = 9;

/** Gateway SMSC. Requests are forms; responses are `{id, cnt}` or `{error, error_code}`. */
export const smsc =
  ({ login, key, sender }: SmsSettings): Gateway =>
  async (request, { phone, text }) => {
    const credentials = login === '' ? { apikey: key } : { login, psw: key };
    const body = new URLSearchParams({
      ...credentials,
      phones: phone,
      mes: text,
      charset: 'utf-8',
      fmt: '3',
      ...(sender !== '' && { sender }),
    });
    const response = await request(SEND, { method: 'POST', body });
    if (!response.ok) return GATEWAY.busy;
    const reply = (await response.json()) as { id?: unknown; error_code?: number };
    if (reply.error_code === REPEATED) return { kind: 'sent' };
    if (reply.error_code !== undefined) return ERRORS[reply.error_code] ?? GATEWAY.busy;
    return reply.id === undefined ? GATEWAY.busy : { kind: 'sent' };
  };
