import type { Browser } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { long, playRounds, roundCount } from './measure.ts';

/** Returns true when the browser delivers storage writes to other tabs later than it releases a lock. */
async function hasStorageProcess(browser: Browser): Promise<boolean> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.some(({ type }) => type.includes('StorageService'));
}

/** Without the delay or the lock the same rounds must fail. If they pass, the test detects nothing. */
const controls = [
  { name: 'no wait', webLocks: true, count: 2 },
  { name: 'no wait', webLocks: true, count: 4 },
  { name: 'no wait, no Web Lock', webLocks: false, count: 2 },
];

for (const { name, webLocks, count } of long ? controls : controls.slice(0, 1)) {
  test.describe(() => {
    test.use({ contendedWait: 0, webLocks });

    test(`control: with ${name}, ${count} tabs spend a refresh token twice`, async ({
      browser,
      openTabs,
      server,
    }) => {
      const atMost = long ? roundCount : 200;
      test.setTimeout(30_000 + atMost * 3_000);
      const lag = webLocks && !(await hasStorageProcess(browser)) ? 30 : 0;
      const tabs = await openTabs(count, { lag });
      const rounds = await playRounds(server, tabs, 'message', {
        name: lag > 0 ? `${name}, storage ${lag} ms late` : name,
        atMost,
        enough: ({ invalidSpends }) => !long && invalidSpends > 0,
      });
      expect(rounds.filter(({ invalidSpends }) => invalidSpends > 0).length).toBeGreaterThan(0);
    });
  });
}
