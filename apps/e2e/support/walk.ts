import type { Locator, Page } from '@playwright/test';
import type { Control } from './focus.ts';
import type { Opening } from './openings.ts';

/** Calendars of date fields have no role. */
const OVER =
  '[role="dialog"], [role="menu"], [role="listbox"], .mantine-Popover-dropdown, [role="group"][aria-label^="Действия"]';
export const OPENED = `${OVER}, [data-side-panel]`;

/** Returns true when an overlay covers the page. */
export const isCovered = async (page: Page) =>
  (await page.locator(OVER).filter({ visible: true }).count()) > 0;

/** The opened overlay and the controls that were pressed to open it. */
type Walked = { opened: Locator; pressed: Control[] };

/** Performs the steps that open an overlay. Each step after a button is performed inside the overlay of that button. */
export async function walk(page: Page, { steps, says }: Pick<Opening, 'steps' | 'says'>): Promise<Walked> {
  let scope: Page | Locator = page;
  const pressed: Control[] = [];
  for (const [role, name] of steps) {
    const target = scope.getByRole(role, { name, exact: true }).filter({ visible: true }).first();
    const control = await target.elementHandle();
    if (control) pressed.push(control);
    if (role === 'checkbox') await target.check();
    else if (role === 'textbox') await target.fill('Алла');
    else await target.click();
    scope = role === 'button' ? page.locator(OPENED) : page;
  }
  return { opened: page.locator(OPENED).filter({ hasText: says, visible: true }).last(), pressed };
}
