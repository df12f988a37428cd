import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { DeliveryOutcome, Watch } from '../../platform/metrics/watch.ts';
import type { Channel, Outcome } from '../channels/channel.ts';
import { type ClaimedDelivery, deliveriesRepo } from './deliveries.repo.ts';
import { earliestSendTime, emailMessageOf, groupsOf } from './email-message.ts';

/** Seconds after each try that failed; after the last one it is given up. */
export const PAUSES = [30, 120, 600, 1800, 7200, 21_600, 43_200] as const;
/** Seconds for which a channel that works for nobody is left alone, one after the other. */
const REST = [10, 30, 60, 300] as const;
const BATCH = 20;

const EXPIRED = 'Срок сообщения истек раньше, чем его удалось отправить.';

export type WorkerParts = {
  db: Db;
  clock: Clock;
  /** Address of the site, for links; without one letters have none. */
  publicUrl: string | undefined;
  /** Support address of the server, for organizations without their own. */
  supportUrl?: string;
  /** Told what keeps a channel from working. */
  onDown: (channel: Channel['channel'], problem: string) => void;
  onDelivered?: Watch['delivered'] | undefined;
};

/**
 * Sends what waits for one channel. Any number of workers, in any number of processes, may run at once.
 *
 * @param senderId the organization whose settings the channel uses; null: those of the server.
 */
export function createWorker(
  channel: Channel,
  { db, clock, publicUrl, supportUrl, onDown, onDelivered }: WorkerParts,
  senderId: string | null = null,
) {
  const repo = deliveriesRepo(db);
  let isStopping = false;
  let isResting = false;
  let restsUntil = new Date(0);
  let downs = 0;

  const count = (outcome: DeliveryOutcome, many: number) =>
    void (many > 0 && onDelivered?.(channel.channel, outcome, many));
  const idsOf = (group: readonly ClaimedDelivery[]) => group.map(({ id }) => id);

  function rest(seconds: number) {
    isResting = true;
    restsUntil = plusSeconds(clock(), seconds);
  }

  /** Puts aside what is not to be sent now, or at all. @returns the rest. */
  async function sift(lease: string, letters: readonly ClaimedDelivery[]): Promise<ClaimedDelivery[]> {
    const now = clock();
    const isOrphan = (one: ClaimedDelivery) =>
      !one.is_linked ||
      !one.may_carry ||
      !one.is_reader ||
      (!one.is_active && one.event !== 'direct' && one.event !== 'account_changed');
    const orphans = letters.filter(isOrphan);
    await repo.drop(lease, idsOf(orphans));
    await forget(orphans);
    const left: ClaimedDelivery[] = [];
    for (const one of letters.filter((letter) => !isOrphan(letter))) {
      const due_at = earliestSendTime(one, now);
      if (one.expires_at !== null && one.expires_at <= now) await giveUp(lease, [one], EXPIRED);
      else if (due_at > now) await repo.release(lease, [one.id], { due_at, tried: false });
      else left.push(one);
    }
    return left;
  }

  async function giveUp(lease: string, group: readonly ClaimedDelivery[], problem: string) {
    await repo.failed(lease, idsOf(group), problem);
    count('failed', group.length);
    await forget(group);
  }

  /** In a rehearsal a code is read in the outbox. */
  async function forget(group: readonly ClaimedDelivery[]) {
    if (channel.isRehearsal) return;
    await repo.forget(group.filter(({ is_secret }) => is_secret).map(({ message_id }) => message_id));
  }

  async function send(lease: string, group: readonly ClaimedDelivery[]) {
    const ids = idsOf(group);
    if (isStopping || isResting) return repo.release(lease, ids, { tried: false });
    if (!(await repo.hand(lease, ids, clock()))) return repo.release(lease, ids, { tried: false });
    await settle(lease, group, await channel.send(emailMessageOf(group, publicUrl, supportUrl)));
  }

  async function settle(lease: string, group: readonly ClaimedDelivery[], outcome: Outcome) {
    const ids = idsOf(group);
    const now = clock();
    if (outcome.kind !== 'down') downs = 0;
    switch (outcome.kind) {
      case 'sent':
        await repo.sent(lease, ids, now);
        count('sent', group.length);
        return forget(group);
      case 'slow':
        rest(outcome.seconds);
        return repo.release(lease, ids, { due_at: plusSeconds(now, outcome.seconds), tried: false });
      case 'gone':
        for (const { user_id, address } of group)
          if (user_id !== null) await repo.unlink(user_id, channel.botId ?? '', address);
        return giveUp(lease, group, outcome.problem);
      case 'refused':
        return giveUp(lease, group, outcome.problem);
      case 'down':
        rest(REST[Math.min(downs, REST.length - 1)] ?? 0);
        downs += 1;
        onDown(channel.channel, outcome.problem);
        return retry(lease, group, outcome.problem);
      case 'failed':
        return retry(lease, group, outcome.problem);
    }
  }

  async function retry(lease: string, group: readonly ClaimedDelivery[], problem: string) {
    const pause = PAUSES[Math.max(...group.map(({ attempts }) => attempts))];
    const [first] = group;
    if (pause === undefined || first === undefined) return giveUp(lease, group, problem);
    const due_at = earliestSendTime(first, plusSeconds(clock(), pause));
    await repo.release(lease, idsOf(group), { due_at, problem, tried: true });
    count('retried', group.length);
  }

  return {
    channel: channel.channel,

    /** Sends one batch of what is due. @returns whether there was anything. */
    async work(): Promise<boolean> {
      const now = clock();
      if (isStopping || restsUntil > now) return false;
      isResting = false;
      count('failed', await repo.recover(channel, senderId, now));
      const { lease, letters } = await repo.take(channel, senderId, now, BATCH);
      if (letters.length === 0) return false;
      const line = groupsOf(await sift(lease, letters));
      const carry = async () => {
        for (let group = line.shift(); group !== undefined; group = line.shift()) await send(lease, group);
      };
      await Promise.all(Array.from({ length: channel.atOnce }, carry));
      return true;
    },

    /** Begins nothing more. */
    stop() {
      isStopping = true;
    },
  };
}
