import type { Page } from '@playwright/test';

/** Less than that nobody sees: a text that grows beside its own start. Chromium's share of the screen moved times how far. */
const UNSEEN = 0.0005;

type Moved = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Moved[] };

/** Notes from now on what moves on a page that nobody has touched, and how to read it. */
export async function shiftsOf(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript((unseen) => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    const at = ({ x, y }: DOMRect) => `${Math.round(x)}, ${Math.round(y)}`;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
        if (!hadRecentInput && value >= unseen)
          for (const { node, previousRect, currentRect } of sources)
            shifts.push(
              `«${node?.textContent?.slice(0, 60)}» moved from ${at(previousRect)} to ${at(currentRect)}`,
            );
    }).observe({ type: 'layout-shift', buffered: true });
  }, UNSEEN);
  return () => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
}

/**
 * The API's answers reach the page one at a time, each drawn before the next. They are held back beside Playwright, whose
 * routes would switch the browser's cache off, and have every page compiled anew.
 */
export async function answerInTurn(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  let before = Promise.resolve();
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  devtools.on('Fetch.requestPaused', ({ requestId }) => {
    const answer = async () => {
      await devtools.send('Fetch.continueRequest', { requestId });
      await page.evaluate(drawn);
    };
    // A page that is left needs no answer.
    before = before.then(answer).catch(() => undefined);
  });
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*', requestStage: 'Response' }] });
}
