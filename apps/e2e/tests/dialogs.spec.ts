import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { violations } from '../support/axe.ts';
import { defects } from '../support/defects.ts';
import { test } from '../support/demo.ts';
import { organizationDialogs, partnerDialogs } from '../support/dialogs.ts';
import { opener } from '../support/opener.ts';
import { knownOf, type Opening, type Step } from '../support/openings.ts';
import { organization, partner } from '../support/people.ts';
import { signedIn } from '../support/session.ts';
import { viewports } from '../support/views.ts';

test.use({ actionTimeout: 20_000 });

/** Calendars of typed fields have a place, but no role. */
const OVER = '[role="dialog"], [role="menu"], [role="listbox"], [data-position]';
const OPENED = `${OVER}, [data-side-panel]`;
const tables = [
  ...Object.entries(organizationDialogs).map(([of, places]) => ({ of, person: organization, places })),
  { of: 'a partner’s pages', person: partner, places: partnerDialogs },
];

/** Takes one step after the other: the next one after a button is in what that has opened. */
async function walk(page: Page, steps: readonly Step[]) {
  let where: Page | Locator = page;
  for (const [role, name] of steps) {
    const target = where.getByRole(role, { name, exact: true }).filter({ visible: true }).first();
    if (role === 'checkbox') await target.check();
    else if (role === 'textbox') await target.fill('Алла');
    else await target.click();
    where = role === 'button' ? page.locator(OPENED) : page;
  }
}

for (const { of, person, places } of tables)
  test(`what opens over ${of} is in Russian, fits and passes axe in both themes`, async ({
    page,
    context,
    server,
  }) => {
    test.slow();
    await signedIn(context, server.url, person);
    const known = await knownOf(server);
    const { settled, refused } = opener(page);
    const found: string[] = [];
    const look = async (address: string, width: 360 | 1440, { file, steps, says, only }: Opening) => {
      const what = `${address} ${file} at ${width} px`;
      // What was there before is closed: most pages need not be loaded anew.
      const isAsLoaded =
        page.url().endsWith(address) && (await page.locator(OVER).filter({ visible: true }).count()) === 0;
      if (!isAsLoaded) await page.goto(address);
      await walk(page, steps);
      const opened = page.locator(OPENED).filter({ hasText: says, visible: true }).last();
      await expect(opened, what).toBeVisible();
      await settled(what);
      found.push(...(await defects(page)).map((defect) => `${what}: ${defect}`));
      if (width === 1440 || only === width)
        found.push(...(await violations(page, OPENED)).map((defect) => `${what}: ${defect}`));
      // A list of choices that stands open in a dialog is closed before it.
      await expect(async () => {
        await page.keyboard.press('Escape');
        await expect(opened, `${what}: «Esc» closes it`).toBeHidden({ timeout: 2_000 });
      }).toPass();
    };
    for (const width of [1440, 360] as const) {
      await page.setViewportSize(viewports[width]);
      for (const { address, openings } of places)
        for (const one of openings.filter(({ only = width }) => only === width))
          await look(typeof address === 'string' ? address : address(known), width, one);
    }
    expect([...found, ...refused]).toEqual([]);
  });

test('whatever the dashboard can open is among what is looked at here', () => {
  const sources = resolve(import.meta.dirname, '../../dashboard/src');
  const base = ['shared/ui/confirm.tsx', 'shared/ui/form-dialog.tsx', 'shared/ui/more-menu.tsx'];
  const opens =
    /<(Modal|Drawer|Drawer\.Root|Popover|Menu|MoreMenu|FormDialog|Confirm|DateInput|DatePickerInput)\b/;
  const files = globSync('**/*.tsx', { cwd: sources });
  const opening = files.filter((file) => opens.test(readFileSync(resolve(sources, file), 'utf8')));
  const named = tables.flatMap(({ places }) => places.flatMap(({ openings }) => openings));
  expect(new Set(named.map(({ file }) => file).concat(base))).toEqual(new Set(opening));
});
