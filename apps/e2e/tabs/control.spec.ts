import { expect, test } from './fixtures.ts';
import { long, playRounds, roundCount } from './measure.ts';

/** Without what it takes, the same rounds must go wrong; else the rounds prove nothing. */
const controls = [
  { name: 'no wait', webLocks: true, count: 2 },
  { name: 'no wait', webLocks: true, count: 10 },
  { name: 'no wait, no Web Lock', webLocks: false, count: 2 },
];

for (const { name, webLocks, count } of controls) {
  test.describe(() => {
    test.use({ contendedWait: 0, webLocks });

    test(`control: with ${name}, ${count} tabs spend a refresh token twice`, async ({ openTabs, server }) => {
      const atMost = long ? roundCount : 200;
      test.setTimeout(30_000 + atMost * 3_000);
      const tabs = await openTabs(count);
      const rounds = await playRounds(server, tabs, 'message', {
        name,
        atMost,
        enough: ({ misspent }) => !long && misspent > 0,
      });
      expect(rounds.filter(({ misspent }) => misspent > 0).length).toBeGreaterThan(0);
    });
  });
}
