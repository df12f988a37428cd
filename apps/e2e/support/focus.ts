import { type ElementHandle, expect, type Locator, type Page, type Route } from '@playwright/test';

export type Control = ElementHandle<HTMLElement | SVGElement>;

/**
 * Expects that closing an overlay returned the focus to the control that opened it: to the button of a menu for a menu item,
 * and to the page when the control no longer exists.
 */
export async function expectFocusReturned(pressed: readonly Control[], what: string) {
  const focused = async () => {
    const visible = [];
    for (const control of pressed) if (await control.isVisible()) visible.push(control);
    return visible.at(-1)?.evaluate((element, isRemoved) => {
      const { activeElement: active, body } = document;
      if (active === element || (isRemoved && active?.matches('main'))) return 'the opener';
      return active === null || active === body ? 'nothing' : active.outerHTML.slice(0, 300);
    }, visible.length < pressed.length);
  };
  if (pressed.length > 0) await expect.poll(focused, { message: what }).toBe('the opener');
}

/**
 * Submits a dialog while the server rejects every request, and expects the focus on the first invalid field or on the error message.
 * Skips dialogs without a cancel button; a dialog that sends no request may close.
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
          const errors = '[aria-invalid="true"], [role="alert"], [role="radiogroup"] input';
          return active && element.contains(active) && active.matches(errors)
            ? 'the error'
            : `${active?.outerHTML.slice(0, 200)}`;
        })
      : 'the error';
  await page.route('**/api/referral/**', refuse);
  try {
    await buttons
      .filter({ hasNotText: /^Отмена$/ })
      .last()
      // Uses the keyboard, because an open option list closes on blur.
      .press('Enter');
    await expect.poll(focused, { message: what }).toBe('the error');
  } finally {
    await page.unroute('**/api/referral/**', refuse);
  }
}
