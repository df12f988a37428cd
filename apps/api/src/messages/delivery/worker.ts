import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { DeliveryOutcome, Watch } from '../../platform/metrics/watch.ts';
import { findBrands } from '../brands.ts';
import type { Brand, Channel, Outcome } from '../channels/channel.ts';
import { cooldownAfter } from '../cooldown.ts';
import { type ClaimedDelivery, deliveriesRepo } from './deliveries.repo.ts';
import { buildEmail, earliestSendTime, groupDeliveries } from './email-message.ts';

/** Seconds after each failed attempt. After the last one the delivery fails. */
export const RETRY_DELAYS_S = [30, 120, 600, 1800, 7200, 21_600, 43_200] as const;
const BATCH = 20;

const EXPIRED = 'Срок сообщения истек раньше, чем его удалось отправить.';

export type WorkerDeps = {
  db: Db;
  clock: Clock;
  /** Address of the site for links. Without it messages have no links. */
  publicUrl: string | undefined;
  /** Support address for organizations without their own. */
  supportUrl?: string;
  /** Called with the problem of a channel that does not work. */
  onDown: (channel: Channel['channel'], problem: string) => void;
  onDelivered?: Watch['onDelivery'] | undefined;
};

/**
 * Creates a worker that sends the deliveries of one channel. Several workers in several processes can run at the same time.
 *
 * @param senderId organization whose settings the channel uses; null for the settings of the server.
 */
export function createWorker(
  channel: Channel,
  { db, clock, publicUrl, supportUrl, onDown, onDelivered }: WorkerDeps,
  senderId: string | null = null,
) {
  const repo = deliveriesRepo(db);
  let isResting = false;
  let restsUntil = new Date(0);
  let failures = 0;

  const count = (outcome: DeliveryOutcome, amount: number) =>
    void (amount > 0 && onDelivered?.(channel.channel, outcome, amount));
  const getIds = (group: readonly ClaimedDelivery[]) => group.map(({ id }) => id);

  function startRest(seconds: number) {
    isResting = true;
    restsUntil = plusSeconds(clock(), seconds);
  }

  /** Returns the deliveries that can be sent now. Deletes, fails or postpones the others. */
  async function selectSendable(
    lease: string,
    deliveries: readonly ClaimedDelivery[],
  ): Promise<ClaimedDelivery[]> {
    const now = clock();
    const isObsolete = (delivery: ClaimedDelivery) =>
      !delivery.is_linked ||
      !delivery.may_carry ||
      !delivery.is_reader ||
      (!delivery.is_active && delivery.event !== 'direct' && delivery.event !== 'account_changed');
    const obsolete = deliveries.filter(isObsolete);
    await repo.drop(lease, getIds(obsolete));
    await eraseSecretTexts(obsolete);
    const sendable: ClaimedDelivery[] = [];
    for (const delivery of deliveries.filter((candidate) => !isObsolete(candidate))) {
      const due_at = earliestSendTime(delivery, now);
      if (delivery.expires_at !== null && delivery.expires_at <= now)
        await giveUp(lease, [delivery], EXPIRED);
      else if (due_at > now) await repo.release(lease, [delivery.id], { due_at, isAttempt: false });
      else sendable.push(delivery);
    }
    return sendable;
  }

  async function giveUp(lease: string, group: readonly ClaimedDelivery[], problem: string) {
    await repo.failed(lease, getIds(group), problem);
    count('failed', group.length);
    await eraseSecretTexts(group);
  }

  /** Deletes secret texts. In a rehearsal they stay, because users read codes in the outbox. */
  async function eraseSecretTexts(group: readonly ClaimedDelivery[]) {
    if (channel.isRehearsal) return;
    await repo.eraseSecretTexts(
      group.filter(({ is_secret }) => is_secret).map(({ message_id }) => message_id),
    );
  }

  async function send(
    lease: string,
    group: readonly ClaimedDelivery[],
    brands: ReadonlyMap<string, Brand>,
    signal: AbortSignal | undefined,
  ) {
    const ids = getIds(group);
    if (signal?.aborted || isResting) return repo.release(lease, ids, { isAttempt: false });
    if (!(await repo.markSending(lease, ids, clock()))) return repo.release(lease, ids, { isAttempt: false });
    await settle(lease, group, await channel.send(buildEmail(group, { publicUrl, supportUrl, brands })));
  }

  async function settle(lease: string, group: readonly ClaimedDelivery[], outcome: Outcome) {
    const ids = getIds(group);
    const now = clock();
    if (outcome.kind !== 'down') failures = 0;
    switch (outcome.kind) {
      case 'sent':
        await repo.sent(lease, ids, now);
        count('sent', group.length);
        return eraseSecretTexts(group);
      case 'slow':
        startRest(outcome.seconds);
        return repo.release(lease, ids, { due_at: plusSeconds(now, outcome.seconds), isAttempt: false });
      case 'gone':
        for (const { user_id, address } of group)
          if (user_id !== null) await repo.unlink(user_id, channel.botId ?? '', address);
        return giveUp(lease, group, outcome.problem);
      case 'refused':
        return giveUp(lease, group, outcome.problem);
      case 'down':
        startRest(cooldownAfter(failures));
        failures += 1;
        onDown(channel.channel, outcome.problem);
        return retry(lease, group, outcome.problem);
      case 'failed':
        return retry(lease, group, outcome.problem);
    }
  }

  async function retry(lease: string, group: readonly ClaimedDelivery[], problem: string) {
    const pause = RETRY_DELAYS_S[Math.max(...group.map(({ attempts }) => attempts))];
    const [first] = group;
    if (pause === undefined || first === undefined) return giveUp(lease, group, problem);
    const due_at = earliestSendTime(first, plusSeconds(clock(), pause));
    await repo.release(lease, getIds(group), { due_at, problem, isAttempt: true });
    count('retried', group.length);
  }

  return {
    /** Sends one batch of due deliveries. Starts no attempt after the signal. @returns false when there were none. */
    async work(signal?: AbortSignal): Promise<boolean> {
      const now = clock();
      if (signal?.aborted || restsUntil > now) return false;
      isResting = false;
      count('failed', await repo.recover(channel, senderId, now));
      const { lease, deliveries } = await repo.take(channel, senderId, now, BATCH);
      if (deliveries.length === 0) return false;
      const queue = groupDeliveries(await selectSendable(lease, deliveries));
      const organizations = new Set(queue.flat().flatMap(({ organization_id }) => organization_id ?? []));
      const brands = await findBrands(db, [...organizations], publicUrl);
      const sendNext = async () => {
        for (let group = queue.shift(); group !== undefined; group = queue.shift())
          await send(lease, group, brands, signal);
      };
      await Promise.all(Array.from({ length: channel.atOnce }, sendNext));
      return true;
    },
  };
}
