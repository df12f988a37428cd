import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from '../fixtures.ts';
import { violations } from '../support/axe.ts';
import { defects } from '../support/defects.ts';
import { test } from '../support/demo.ts';
import { organizationDialogs, partnerDialogs } from '../support/dialogs.ts';
import { type Control, expectFocusBack, expectFocusOnRefusal } from '../support/focus.ts';
import { opener } from '../support/opener.ts';
import { knownOf, openingsAt } from '../support/openings.ts';
import { organization, partner } from '../support/people.ts';
import { signedIn } from '../support/session.ts';
import { isLong, wayOf } from '../support/sweep.ts';
import { viewports } from '../support/views.ts';
import { isCovered, OPENED, walk } from '../support/walk.ts';

test.use({ actionTimeout: 20_000 });

const tables = [
  ...Object.entries(organizationDialogs).map(([of, places]) => ({ of, person: organization, places })),
  { of: 'a partner’s pages', person: partner, places: partnerDialogs },
];

for (const { of, person, places } of tables)
  test(`what opens over ${of} is in Russian, fits and passes axe`, async ({
    page,
    context,
    server,
    watch,
  }) => {
    test.slow();
    await signedIn(context, server.url, person);
    const known = await knownOf(server);
    const { settled, refused } = opener(page);
    const found: string[] = [];
    const note = ({ message }: Error) => found.push(message);
    watch.expect(/status of 500/);
    for (const width of [1440, 360] as const) {
      await page.setViewportSize(viewports[width]);
      for (const one of openingsAt(width, places, known)) {
        const way = wayOf(one.index);
        if (!isLong && (one.only ?? way.width) !== width) continue;
        const what = `${one.address} ${one.file} at ${width} px`;
        // What was there before is closed: most pages need not be loaded anew.
        if (!page.url().endsWith(one.address) || (await isCovered(page))) await page.goto(one.address);
        const { opened, pressed } = await walk(page, one);
        await expect(opened, what).toBeVisible();
        await settled(what);
        found.push(...(await defects(page)).map((defect) => `${what}: ${defect}`));
        if (!isLong || width === 1440 || one.only === width) {
          const options = { within: OPENED, ...(!isLong && { theme: way.theme }) };
          found.push(...(await violations(page, options)).map((defect) => `${what}: ${defect}`));
        }
        // By itself: what it says changes once it is refused.
        const layer = (await opened.elementHandle()) as Control;
        await expectFocusOnRefusal(page, opened, layer, `${what}: a refusal`).catch(note);
        // A list of choices that stands open in a dialog is closed before it.
        await expect(async () => {
          if (await layer.isVisible()) await page.keyboard.press('Escape');
          await layer.waitForElementState('hidden', { timeout: 2_000 });
        }, `${what}: «Esc» closes it`).toPass();
        await expectFocusBack(pressed, `${what}: «Esc» gives the focus back`).catch(note);
      }
    }
    // What is sent from here is refused on purpose.
    const unexpected = refused.filter((answer) => !answer.startsWith('500 '));
    expect([...found, ...unexpected]).toEqual([]);
  });

test('whatever the dashboard can open is among what is looked at here', () => {
  const sources = resolve(import.meta.dirname, '../../dashboard/src');
  const base = [
    // The demo data has no application and no mail channel: opened by first-week.spec.ts and email.spec.ts.
    'entities/application/reject-dialog.tsx',
    'entities/sign-in/email-dialog.tsx',
    'features/payments/transfer/transfer-fields.tsx',
    // The demo has no mail server to remove; mail.test.tsx opens it.
    'features/organization/mail/remove-mail.tsx',
    // Test servers configure a support address; shell.test.tsx opens it.
    'app/layout/sidebar/no-support.tsx',
    // The demo data has no draft registry to approve: opened by registry.spec.ts.
    'features/payments/registries/registry-actions.tsx',
    'shared/ui/dialog/dialog.tsx',
    'shared/ui/dialog/confirm.tsx',
    'shared/ui/dialog/code-dialog.tsx',
    'shared/ui/dialog/confirm-call.tsx',
    'shared/ui/dialog/form-dialog.tsx',
    'shared/ui/dropdown/more-menu.tsx',
  ];
  const opens =
    /<(Dialog|Modal|Drawer|Drawer\.Root|Popover|Menu|Dropdown|MoreMenu|FormDialog|Confirm|ConfirmCall|DateInput|DatePickerInput)\b/;
  const files = globSync('**/*.tsx', { cwd: sources, exclude: ['**/*.test.tsx'] });
  const opening = files.filter((file) => opens.test(readFileSync(resolve(sources, file), 'utf8')));
  const named = tables.flatMap(({ places }) => places.flatMap(({ openings }) => openings));
  expect(new Set(named.map(({ file }) => file).concat(base))).toEqual(new Set(opening));
});
