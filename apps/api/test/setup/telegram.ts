type Sent = { chat_id: string; text: string };

/** A fake bot with the messages it received and sent. */
export type FakeBot = {
  token: string;
  name: string;
  updates: object[];
  sent: Sent[];
  /** Status of the next responses to `sendMessage`. */
  status: number;
  /** Calls wait for this promise. */
  isHeld: Promise<void> | undefined;
};

/** A fake Bot API that accepts only the tokens of added bots. */
export function fakeTelegram() {
  const bots = new Map<string, FakeBot>();
  let updates = 0;

  async function fetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
    const [, token = '', method] =
      /^https:\/\/api\.telegram\.org\/bot([^/]+)\/(\w+)$/.exec(String(url)) ?? [];
    if (method === undefined) throw new Error(`unexpected URL ${String(url)}`);
    const bot = bots.get(token);
    if (bot === undefined) return Response.json({ ok: false, error_code: 401 }, { status: 401 });
    await bot.isHeld;
    const body = JSON.parse(String(init?.body));
    if (method === 'getMe') return Response.json({ ok: true, result: { username: bot.name } });
    if (method === 'getUpdates') {
      const result = bot.updates.filter((one) => (one as { update_id: number }).update_id >= body.offset);
      return Response.json({ ok: true, result });
    }
    if (method !== 'sendMessage') throw new Error(`unexpected method ${method}`);
    bot.sent.push(body);
    const isAccepted = bot.status === 200;
    return Response.json({ ok: isAccepted, result: {} }, { status: bot.status });
  }

  return {
    fetch: fetch as typeof globalThis.fetch,
    add(token: string, name: string): FakeBot {
      const bot = { token, name, updates: [], sent: [], status: 200, isHeld: undefined };
      bots.set(token, bot);
      return bot;
    },
    /** Revokes a token, as @BotFather does. */
    revoke: ({ token }: FakeBot) => void bots.delete(token),
    /** Sends a message to a bot from a private chat. */
    write(bot: FakeBot, chat: number, text: string) {
      updates += 1;
      bot.updates.push({ update_id: updates, message: { text, chat: { id: chat, type: 'private' } } });
    },
  };
}

/** Returns the command that a link to a bot sends. */
export const getStartCommand = (url: string) => `/start ${new URL(url).searchParams.get('start')}`;
