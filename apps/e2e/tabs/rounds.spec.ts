import { expect, test } from './fixtures.ts';
import { long, playRounds, roundCount } from './measure.ts';
import type { Start } from './rounds.ts';

/** `short`: number of tabs in the short run; the long run uses {@link COUNTS}. */
const cases: readonly { start: Start; lag: number; name: string; short: number }[] = [
  { start: 'commands', lag: 0, name: 'each by itself', short: 4 },
  { start: 'message', lag: 0, name: 'by one message', short: 10 },
  { start: 'message', lag: 30, name: 'by one message, storage 30 ms late', short: 2 },
];
const COUNTS = [2, 4, 10];

for (const { start, lag, name, short } of cases) {
  for (const count of long ? COUNTS : [short]) {
    test(`${count} tabs with an expired session that start at once (${name}) spend each refresh token once`, async ({
      openTabs,
      server,
    }) => {
      test.setTimeout(30_000 + roundCount * 3_000);
      const tabs = await openTabs(count, { lag });
      const rounds = await playRounds(server, tabs, start, { name, atMost: roundCount });
      for (const round of rounds) {
        expect(round).toMatchObject({
          statuses: Array.from({ length: count }, () => 200),
          rotated: 1,
          invalidSpends: 0,
          signedIn: count,
        });
      }
      expect(rounds.filter((round) => round.contended).length, 'rounds that prove something').toBeGreaterThan(
        0,
      );
    });
  }
}

test('4 tabs that are reloaded with an expired session spend each refresh token once', async ({
  openTabs,
  server,
}) => {
  test.setTimeout(30_000 + roundCount * 3_000);
  const tabs = await openTabs(4);
  const rounds = await playRounds(server, tabs, 'reload', { name: 'all loaded anew', atMost: roundCount });
  for (const round of rounds) {
    expect(round).toMatchObject({
      statuses: [200, 200, 200, 200],
      rotated: 1,
      invalidSpends: 0,
      signedIn: 4,
    });
  }
});
