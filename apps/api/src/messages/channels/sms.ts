import { type Channel, type Outcome, SEND_TIMEOUT_MS } from './channel.ts';

/** Sends a text to a phone through one SMS provider, and maps the response to an outcome. */
export type Gateway = (
  request: (url: string, init: RequestInit) => Promise<Response>,
  message: { phone: string; text: string },
) => Promise<Outcome>;

export type SmsSettings = {
  provider: 'smsc' | 'smsaero';
  /** Login of SMSC or e-mail of SMS Aero. Empty for an API key of SMSC. */
  login: string;
  key: string;
  /** Sender name that is registered with the provider. */
  sender: string;
};

/** Maximum length: six concatenated SMS in Cyrillic, to limit the cost. */
const MAX_LENGTH = 6 * 67;

/** SMS channel. A text is not sent again when the outcome is unknown. */
export function sms(gateway: Gateway, sender: string, fetch: typeof globalThis.fetch): Channel {
  const request = (url: string, init: RequestInit) =>
    fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(SEND_TIMEOUT_MS) });
  return {
    channel: 'sms',
    sender,
    isRehearsal: false,
    isRepeatable: false,
    atOnce: 2,
    async send({ to, text }) {
      const characters = [...text];
      const shortened =
        characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH - 1).join('')}…` : text;
      try {
        return await gateway(request, { phone: to.replace(/^\+/, ''), text: shortened });
      } catch {
        return { kind: 'down', problem: 'СМС-шлюз не отвечает.' };
      }
    },
  };
}

/** Outcomes of all gateways. */
export const GATEWAY = {
  login: { kind: 'down', problem: 'СМС-шлюз не принимает имя или ключ.' },
  money: { kind: 'down', problem: 'На счете СМС-шлюза закончились деньги.' },
  blocked: { kind: 'down', problem: 'СМС-шлюз заблокировал адрес этого сервера.' },
  phone: { kind: 'refused', problem: 'СМС-шлюз не знает такого номера.' },
  text: { kind: 'refused', problem: 'СМС-шлюз не принимает этот текст или имя отправителя.' },
  busy: { kind: 'failed', problem: 'СМС-шлюз просит повторить позже.' },
} as const satisfies Record<string, Outcome>;
