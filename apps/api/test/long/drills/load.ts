import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createCaller } from '../../setup/world.ts';
import type { Company } from './company.ts';

/** A request and its result. `isAcknowledged` is false when no successful response arrived. */
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
   * Identifies the entry: phone of a lead, `lead to` of a transition, text of a bonus, key of a payment or a registry, reference of a
   * transfer, or id of the changed row.
   */
  mark: string;
  id?: string;
  amount?: number;
  acknowledged: boolean;
  again?: { path: string; body: object; key: string };
};

type Body = { id: string; version: number; amount_kop: number };
/** Returns the created row of a response. A call that creates several rows creates one here, or none. */
const createdBy = (response: unknown): Partial<Body> =>
  ((response as { results?: Body[] }).results ?? [response as Body])[0] ?? {};

export type Journal = ReturnType<typeof createJournal>;

/** Records acknowledged and other responses. */
export function createJournal() {
  const entries: Entry[] = [];
  const refusals: Record<string, number> = {};
  const reasons = new Set<string>();
  const defects: string[] = [];
  let isAcknowledged = 0;
  let target = Number.POSITIVE_INFINITY;
  let onReached: () => void = () => undefined;
  return {
    entries,
    /** Number of failed responses by status. `none` counts missing responses. */
    refusals,
    /** Distinct texts of the failed responses. */
    reasons,
    /** Server errors without an incident number. */
    defects,
    acknowledged: () => isAcknowledged,
    /** Returns the numbers of acknowledged entries, of payments sent individually and of registries sent. */
    done: () => {
      const of = (what: Entry['what']) =>
        entries.filter((entry) => entry.acknowledged && entry.what === what).length;
      return { acknowledged: isAcknowledged, payments: of('process'), registries: of('sent') };
    },
    acknowledge(entry: Entry) {
      entry.acknowledged = true;
      isAcknowledged += 1;
      if (isAcknowledged < target) return;
      target = Number.POSITIVE_INFINITY;
      onReached();
    },
    refuse(status: string, body: unknown) {
      refusals[status] = (refusals[status] ?? 0) + 1;
      const { incident, code, detail } = Object(body) as Partial<
        Record<'incident' | 'code' | 'detail', string>
      >;
      reasons.add(`${status} ${detail}`);
      if (Number(status) >= 500 && incident === undefined && code === undefined)
        defects.push(`${status} ${JSON.stringify(body)}`);
    },
    /** Resolves after `many` more acknowledged entries. */
    more: (many: number) =>
      new Promise<void>((resolve) => {
        target = isAcknowledged + many;
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
 * Generates load for all partners concurrently: won leads, bonuses and paid payments.
 *
 * @param urls of the servers, used in rotation.
 */
export function startLoad(urls: readonly string[], token: string, company: Company, journal: Journal) {
  let stopping = false;
  let turn = 0;
  const caller = () => {
    turn += 1;
    return createCaller({ url: urls[turn % urls.length] ?? '' }, token);
  };

  async function ask(entry: Omit<Entry, 'acknowledged'>, path: string, body: object): Promise<Body> {
    const record: Entry = { ...entry, acknowledged: false };
    journal.entries.push(record);
    const key = record.again?.key;
    const response = await caller()
      .send('POST', `/api/referral/${path}`, body, key === undefined ? {} : { 'idempotency-key': key })
      .catch(() => undefined);
    if (response === undefined || response.status >= 300) {
      journal.refuse(String(response?.status ?? 'none'), response?.body);
      throw new Unanswered(`${path}: ${response?.status} ${JSON.stringify(response?.body)}`);
    }
    const created = createdBy(response.body);
    Object.assign(record, { id: created.id, amount: created.amount_kop });
    journal.acknowledge(record);
    if (created.id === undefined) throw new Unanswered(`${path} created nothing`);
    return created as Body;
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
        // A failed request is retried after a short pause.
        await pause(20);
      }
    }
  }
  const done = Promise.all(company.partners.map(keepBusy));
  return {
    /** Stops the load and waits for the open requests. */
    async stop() {
      stopping = true;
      await done;
    },
  };
}

/** Repeats all unacknowledged requests with the same idempotency keys. */
export async function repeatUnanswered(url: string, token: string, journal: Journal) {
  for (const entry of journal.entries) {
    if (entry.acknowledged || entry.again === undefined) continue;
    const { path, body, key } = entry.again;
    const response = await createCaller({ url }, token).send('POST', `/api/referral/${path}`, body, {
      'idempotency-key': key,
    });
    if (response.status >= 500) throw new Error(`repeated ${path} responded ${response.status}`);
    if (response.status < 300) {
      const { id, amount_kop: amount } = createdBy(response.body);
      Object.assign(entry, { id, amount, acknowledged: true });
    } else delete entry.again;
  }
}
