import { type Channel, type Outcome, SEND_TIMEOUT_MS } from './channel.ts';

/** One gateway: hands a text to a phone, and reads what the gateway says. */
export type Gateway = (
  request: (url: string, init: RequestInit) => Promise<Response>,
  given: { phone: string; text: string },
) => Promise<Outcome>;

export type SmsSettings = {
  provider: 'smsc' | 'smsaero';
  /** Login of SMSC, e-mail of SMS Aero. Empty for a key of SMSC that needs none. */
  login: string;
  key: string;
  /** Name that the text comes from, as agreed with the gateway. */
  sender: string;
};

/** As long as six joined texts in Cyrillic: longer ones cost more than they are worth. */
const LONGEST = 6 * 67;

/** SMS by a gateway. A text that may have gone out is not sent again. */
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
      const cut = characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : text;
      try {
        return await gateway(request, { phone: to.replace(/^\+/, ''), text: cut });
      } catch {
        return { kind: 'down', problem: 'СМС-шлюз не отвечает.' };
      }
    },
  };
}

/** Problems that all gateways have in common. */
export const GATEWAY = {
  login: { kind: 'down', problem: 'СМС-шлюз не принимает имя или ключ.' },
  money: { kind: 'down', problem: 'На счете СМС-шлюза закончились деньги.' },
  blocked: { kind: 'down', problem: 'СМС-шлюз заблокировал адрес этого сервера.' },
  phone: { kind: 'refused', problem: 'СМС-шлюз не знает такого номера.' },
  text: { kind: 'refused', problem: 'СМС-шлюз не принимает этот текст или имя отправителя.' },
  busy: { kind: 'failed', problem: 'СМС-шлюз просит повторить позже.' },
} as const satisfies Record<string, Outcome>;
