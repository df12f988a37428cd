import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PhoneCall, type PhoneKind, phoneCalls, phoneMaker } from '../../setup/phones.ts';
import { type Caller, createWorld, type World } from '../../setup/world.ts';
import { tell } from '../tell.ts';
import { median, rankDifference } from './mann-whitney.ts';

/** Calls with phones of each kind. */
const { ENUMERATION_CALLS = '200' } = process.env;
const CALLS = Number(ENUMERATION_CALLS);
const WARM_UP = 20;
/** Standard deviations: chance alone gets as far once in 15,000 comparisons. */
const FAR = 4;
/** Part of the median that somebody beyond a network could tell. */
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

/** Milliseconds of calls with phones of each kind, one kind after the other in turn; each phone is used once. */
async function timesOf({ kinds, call }: PhoneCall): Promise<Map<PhoneKind, number[]>> {
  const phoneOf = phoneMaker(world, other);
  const times = new Map(kinds.map((kind) => [kind, [] as number[]]));
  for (let round = -WARM_UP; round < CALLS; round += 1)
    for (const [place] of kinds.entries()) {
      // Nobody is always the first of a round.
      const kind = kinds[(place + Math.abs(round)) % kinds.length] as PhoneKind;
      const phone = await phoneOf(kind);
      await world.server.resetLimits();
      const began = performance.now();
      await call(phone);
      if (round >= 0) times.get(kind)?.push(performance.now() - began);
    }
  return times;
}

const rounded = (value: number) => Math.round(value * 100) / 100;

test.each(['login', 'recovery', 'join', 'invitation'])(
  '%s takes as long, whosever the phone is',
  async (name) => {
    const asked = calls.find((one) => one.name === name);
    if (asked === undefined) throw new Error(`no call ${name}`);
    const times = await timesOf(asked);
    const unknown = times.get('unknown') ?? [];
    // The same kind with itself: how far chance alone goes here.
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
    tell(`enumeration, ${name}, ${CALLS} of each`, { figures });
    const told = figures.filter(
      ({ part, 'deviations from unknown': far }) => Math.abs(far) > FAR && Math.abs(part) > TELLING,
    );
    expect(told).toEqual([]);
  },
  CALLS * 10_000,
);
