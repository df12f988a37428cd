import type { Locator, Page } from '@playwright/test';
import type { Control } from './focus.ts';
import type { Opening } from './openings.ts';

/** Calendars of typed fields have no role. */
const OVER =
  '[role="dialog"], [role="menu"], [role="listbox"], .mantine-Popover-dropdown, [role="group"][aria-label^="Действия"]';
export const OPENED = `${OVER}, [data-side-panel]`;

/** Predicate: something lies over the page. */
export const isCovered = async (page: Page) =>
  (await page.locator(OVER).filter({ visible: true }).count()) > 0;

/** End of a walk, and the controls pressed on the way. */
type Walked = { opened: Locator; pressed: Control[] };

/** Takes one step after the other to what opens: the next one after a button is in what that has opened. */
export async function walk(page: Page, { steps, says }: Pick<Opening, 'steps' | 'says'>): Promise<Walked> {
  let where: Page | Locator = page;
  const pressed: Control[] = [];
  for (const [role, name] of steps) {
    const target = where.getByRole(role, { name, exact: true }).filter({ visible: true }).first();
    const control = await target.elementHandle();
    if (control) pressed.push(control);
    if (role === 'checkbox') await target.check();
    else if (role === 'textbox') await target.fill('Алла');
    else await target.click();
    where = role === 'button' ? page.locator(OPENED) : page;
  }
  return { opened: page.locator(OPENED).filter({ hasText: says, visible: true }).last(), pressed };
}
