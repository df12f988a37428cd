import { expect, test } from './fixtures.ts';
import { playRounds, roundCount } from './measure.ts';
import type { Start } from './rounds.ts';

const cases: readonly { start: Start; lag: number; name: string }[] = [
  { start: 'commands', lag: 0, name: 'each by itself' },
  { start: 'message', lag: 0, name: 'by one message' },
  { start: 'message', lag: 30, name: 'by one message, storage 30 ms late' },
];

for (const count of [2, 4, 10]) {
  for (const { start, lag, name } of cases) {
    test(`${count} tabs that find their session expired at once (${name}) spend each refresh token once (row 16)`, async ({
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
          misspent: 0,
          signedIn: count,
        });
      }
      expect(rounds.filter((round) => round.contended).length, 'rounds that prove something').toBeGreaterThan(
        0,
      );
    });
  }
}

test('4 tabs that are all loaded anew with an expired session spend each refresh token once (row 16)', async ({
  openTabs,
  server,
}) => {
  test.setTimeout(30_000 + roundCount * 3_000);
  const tabs = await openTabs(4);
  const rounds = await playRounds(server, tabs, 'reload', { name: 'all loaded anew', atMost: roundCount });
  for (const round of rounds) {
    expect(round).toMatchObject({ statuses: [200, 200, 200, 200], rotated: 1, misspent: 0, signedIn: 4 });
  }
});
