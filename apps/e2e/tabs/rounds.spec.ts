import { expect, test } from './fixtures.ts';
import { playRounds, roundCount } from './measure.ts';
import type { Start } from './rounds.ts';

for (const count of [2, 4, 10]) {
  for (const start of ['commands', 'message'] satisfies Start[]) {
    test(`row 16: ${count} tabs that expire at once, started by ${start}, spend each refresh token once`, async ({
      openTabs,
      server,
    }) => {
      test.setTimeout(30_000 + roundCount * 3_000);
      const tabs = await openTabs(count);
      const rounds = await playRounds(server, tabs, start, { name: 'auth-core', atMost: roundCount });
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
