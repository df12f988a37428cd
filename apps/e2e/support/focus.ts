import { type ElementHandle, expect, type Locator, type Page, type Route } from '@playwright/test';

export type Control = ElementHandle<HTMLElement | SVGElement>;

/**
 * Closed by «Esc», what has opened gives the focus back to what it was opened from: the button of a menu for its items;
 * the page where the opener itself is gone.
 */
export async function expectFocusBack(pressed: readonly Control[], what: string) {
  const focused = async () => {
    const there = [];
    for (const control of pressed) if (await control.isVisible()) there.push(control);
    return there.at(-1)?.evaluate((element, isGone) => {
      const { activeElement: active, body } = document;
      if (active === element || (isGone && active?.matches('main'))) return 'the opener';
      return active === null || active === body ? 'nothing' : active.outerHTML.slice(0, 300);
    }, there.length < pressed.length);
  };
  if (pressed.length > 0) await expect.poll(focused, { message: what, timeout: 3_000 }).toBe('the opener');
}

/**
 * Presses the button that a dialog asks with, while the server refuses whatever is sent: the focus moves to the first
 * field in error, or to what tells of the refusal. A dialog that asks nothing is left alone; one with nothing to send closes.
 */
export async function expectFocusOnRefusal(page: Page, opened: Locator, dialog: Control, what: string) {
  const buttons = opened.locator('button:visible:enabled').filter({ hasText: /[а-я]/ });
  const cancel = buttons.filter({ hasText: /^Отмена$/ });
  if ((await opened.getAttribute('role')) !== 'dialog' || (await cancel.count()) === 0) return;
  const refuse = (route: Route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, json: {} });
  const focused = async () =>
    (await dialog.isVisible())
      ? dialog.evaluate((element) => {
          const { activeElement: active } = document;
          const told = '[aria-invalid="true"], [role="alert"], [role="radiogroup"] input';
          return active && element.contains(active) && active.matches(told)
            ? 'what is wrong'
            : `${active?.outerHTML.slice(0, 200)}`;
        })
      : 'what is wrong';
  await page.route('**/api/referral/**', refuse);
  try {
    await buttons
      .filter({ hasNotText: /^Отмена$/ })
      .last()
      // By keyboard: a list of choices that stands open goes as the focus leaves it.
      .press('Enter');
    await expect.poll(focused, { message: what, timeout: 5_000 }).toBe('what is wrong');
  } finally {
    await page.unroute('**/api/referral/**', refuse);
  }
}
