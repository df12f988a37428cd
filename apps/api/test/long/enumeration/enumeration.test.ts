import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PhoneCall, type PhoneKind, phoneCalls, phoneMaker } from '../../setup/phones.ts';
import { type Caller, createWorld, type World } from '../../setup/world.ts';
import { report } from '../report.ts';
import { median, rankDifference } from './mann-whitney.ts';

/** Number of calls for each kind of phone. */
const { ENUMERATION_CALLS = '200' } = process.env;
const CALLS = Number(ENUMERATION_CALLS);
const WARM_UP = 20;
/** Standard deviations. Chance alone exceeds this once in 15,000 comparisons. */
const FAR = 4;
/** Smallest difference, as a share of the median, that is measurable over a network. */
const TELLING = 0.1;

let world: World;
let other: Caller;
let calls: PhoneCall[];
beforeAll(async () => {
  world = await createWorld({ messages: { isRehearsed: true } });
  other = await world.organization();
  calls = await phoneCalls(world);
});
afterAll(() => world.stop());

/** Returns the times of calls in milliseconds by kind of phone. The kinds alternate, and each phone is used once. */
async function timesOf({ kinds, call }: PhoneCall): Promise<Map<PhoneKind, number[]>> {
  const phoneOf = phoneMaker(world, other);
  const times = new Map(kinds.map((kind) => [kind, [] as number[]]));
  for (let round = -WARM_UP; round < CALLS; round += 1)
    for (const [kindIndex] of kinds.entries()) {
      // The first kind changes from round to round.
      const kind = kinds[(kindIndex + Math.abs(round)) % kinds.length] as PhoneKind;
      const phone = await phoneOf(kind);
      await world.server.resetLimits();
      const startedAt = performance.now();
      await call(phone);
      if (round >= 0) times.get(kind)?.push(performance.now() - startedAt);
    }
  return times;
}

const rounded = (value: number) => Math.round(value * 100) / 100;

test.each(['login', 'recovery', 'join', 'invitation'])(
  'the call «%s» takes the same time for known and unknown phones',
  async (name) => {
    const call = calls.find((one) => one.name === name);
    if (call === undefined) throw new Error(`no call ${name}`);
    const times = await timesOf(call);
    const unknown = times.get('unknown') ?? [];
    // Comparing a kind with itself shows the effect of chance.
    const even = unknown.filter((_, index) => index % 2 === 0);
    const odd = unknown.filter((_, index) => index % 2 === 1);
    const figures = [...times].map(([kind, own]) => ({
      kind,
      'median ms': rounded(median(own)),
      'deviations from unknown': rounded(
        kind === 'unknown' ? rankDifference(even, odd) : rankDifference(own, unknown),
      ),
      part: rounded(
        (kind === 'unknown' ? median(even) - median(odd) : median(own) - median(unknown)) / median(unknown),
      ),
    }));
    report(`enumeration, ${name}, ${CALLS} of each`, { figures });
    const significant = figures.filter(
      ({ part, 'deviations from unknown': far }) => Math.abs(far) > FAR && Math.abs(part) > TELLING,
    );
    expect(significant).toEqual([]);
  },
  CALLS * 10_000,
);
