import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { callerOf } from '../../setup/world.ts';
import type { Company } from './company.ts';

/** One thing that was asked for, and what was said to it: nothing when the answer never came. */
export type Entry = {
  what:
    | 'lead'
    | 'move'
    | 'bonus'
    | 'payment'
    | 'approve'
    | 'process'
    | 'paid'
    | 'registry'
    | 'agreed'
    | 'sent';
  /**
   * Told apart by: the phone of a lead, `lead to` of a move, the words of a bonus, the key of a payment or of a registry, the reference of
   * a transfer, the id of what moves on.
   */
  mark: string;
  id?: string;
  amount?: number;
  acknowledged: boolean;
  again?: { path: string; body: object; key: string };
};

type Body = { id: string; version: number; amount_kop: number };
/** A call that makes several answers with them all; here it makes one, or none where nothing is due. */
const madeBy = (answer: unknown): Partial<Body> =>
  ((answer as { results?: Body[] }).results ?? [answer as Body])[0] ?? {};

export type Journal = ReturnType<typeof createJournal>;

/** Acknowledged answers, and all others. */
export function createJournal() {
  const entries: Entry[] = [];
  const refusals: Record<string, number> = {};
  const defects: string[] = [];
  let acknowledged = 0;
  let wanted = Number.POSITIVE_INFINITY;
  let onReached: () => void = () => undefined;
  return {
    entries,
    /** Answers that were none of success, by status; `gone` when there was none. */
    refusals,
    /** Failures of the server without a number to ask after. */
    defects,
    acknowledged: () => acknowledged,
    /** Numbers of what was acknowledged: all of it, payments given to the bank one by one, registries given to it. */
    done: () => {
      const of = (what: Entry['what']) =>
        entries.filter((entry) => entry.acknowledged && entry.what === what).length;
      return { acknowledged, payments: of('process'), registries: of('sent') };
    },
    acknowledge(entry: Entry) {
      entry.acknowledged = true;
      acknowledged += 1;
      if (acknowledged < wanted) return;
      wanted = Number.POSITIVE_INFINITY;
      onReached();
    },
    refuse(status: string, body: unknown) {
      refusals[status] = (refusals[status] ?? 0) + 1;
      const { incident, code } = Object(body) as { incident?: string; code?: string };
      if (Number(status) >= 500 && incident === undefined && code === undefined)
        defects.push(`${status} ${JSON.stringify(body)}`);
    },
    /** Resolves when so many more have been acknowledged. */
    more: (many: number) =>
      new Promise<void>((resolve) => {
        wanted = acknowledged + many;
        onReached = resolve;
      }),
  };
}

class Unanswered extends Error {}

const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' });

let phones = 0;
const newPhone = () => {
  phones += 1;
  return `+7904${String(1_000_000 + phones)}`;
};

/**
 * Makes everybody of a company busy at once: each partner gets leads that are won, bonuses, and payments that are paid.
 *
 * @param urls of the servers, taken in turn.
 */
export function work(urls: readonly string[], token: string, company: Company, journal: Journal) {
  let stopping = false;
  let turn = 0;
  const caller = () => {
    turn += 1;
    return callerOf({ url: urls[turn % urls.length] ?? '' }, token);
  };

  async function ask(entry: Omit<Entry, 'acknowledged'>, path: string, body: object): Promise<Body> {
    const noted: Entry = { ...entry, acknowledged: false };
    journal.entries.push(noted);
    const key = noted.again?.key;
    const answer = await caller()
      .send('POST', `/api/referral/${path}`, body, key === undefined ? {} : { 'idempotency-key': key })
      .catch(() => undefined);
    if (answer === undefined || answer.status >= 300) {
      journal.refuse(String(answer?.status ?? 'gone'), answer?.body);
      throw new Unanswered(`${path}: ${answer?.status} ${JSON.stringify(answer?.body)}`);
    }
    const made = madeBy(answer.body);
    Object.assign(noted, { id: made.id, amount: made.amount_kop });
    journal.acknowledge(noted);
    if (made.id === undefined) throw new Unanswered(`${path} made nothing`);
    return made as Body;
  }
  const keyed = (path: string, body: object) => ({ path, body, key: randomUUID() });

  async function day(partner: string) {
    const { program } = company;
    const phone = newPhone();
    const lead = await ask({ what: 'lead', mark: phone }, 'leads/', {
      name: 'Иван Клиентов',
      phone,
      program,
      partner,
    });
    let { version } = lead;
    for (const [to, more] of [
      ['in_progress', {}],
      ['won', { deal_amount_kop: randomInt(1, 1000) * 10_000 }],
    ] as const) {
      const body = { to, version, ...more };
      const entry = { what: 'move', mark: `${lead.id} ${to}` } as const;
      ({ version } = await ask(entry, `leads/${lead.id}/transition/`, body));
    }
    const words = `Бонус ${randomUUID()}`;
    const bonus = keyed('accruals/', {
      partner,
      kind: 'bonus',
      amount_kop: 10_000,
      explanation: words,
    });
    await ask({ what: 'bonus', mark: words, again: bonus }, bonus.path, bonus.body);
    await (randomInt(2) === 0 ? pay(partner) : payByRegistry(partner));
  }
  async function pay(partner: string) {
    const forming = keyed('payments/', { partner });
    const { id } = await ask({ what: 'payment', mark: forming.key, again: forming }, forming.path, {
      partner,
    });
    await ask({ what: 'approve', mark: id }, `payments/${id}/approve/`, { version: 1 });
    await ask({ what: 'process', mark: id }, `payments/${id}/process/`, {});
    const reference = `ПП ${randomUUID().slice(0, 8)}`;
    const paying = keyed(`payments/${id}/mark-paid/`, { paid_on: today(), external_ref: reference });
    await ask({ what: 'paid', mark: reference, again: paying }, paying.path, paying.body);
  }
  async function payByRegistry(partner: string) {
    const forming = keyed('registries/', { partners: [partner] });
    const { id } = await ask(
      { what: 'registry', mark: forming.key, again: forming },
      forming.path,
      forming.body,
    );
    await ask({ what: 'agreed', mark: id }, `registries/${id}/approve/`, { version: 1 });
    await ask({ what: 'sent', mark: id }, `registries/${id}/send/`, {});
    const reference = `ПП ${randomUUID().slice(0, 8)}`;
    const paid = { paid_on: today(), external_ref: reference };
    const paying = keyed(`registries/${id}/mark-paid/`, paid);
    await ask({ what: 'paid', mark: reference, again: paying }, paying.path, paying.body);
  }
  async function keepBusy(partner: string) {
    while (!stopping) {
      try {
        await day(partner);
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        // Whoever is refused by a server that is away tries again in a moment.
        await pause(20);
      }
    }
  }
  const ended = Promise.all(company.partners.map(keepBusy));
  return {
    /** Resolves when everybody has their last answer. */
    async stop() {
      stopping = true;
      await ended;
    },
  };
}

/** Asks again, with the same keys, for all that was not answered. */
export async function askAgain(url: string, token: string, journal: Journal) {
  for (const entry of journal.entries) {
    if (entry.acknowledged || entry.again === undefined) continue;
    const { path, body, key } = entry.again;
    const answer = await callerOf({ url }, token).send('POST', `/api/referral/${path}`, body, {
      'idempotency-key': key,
    });
    if (answer.status >= 500) throw new Error(`${path}, asked again, answered ${answer.status}`);
    if (answer.status < 300) {
      const { id, amount_kop: amount } = madeBy(answer.body);
      Object.assign(entry, { id, amount, acknowledged: true });
    } else delete entry.again;
  }
}
