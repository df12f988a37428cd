import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from '../fixtures.ts';
import { findViolations } from '../support/axe.ts';
import { findDefects } from '../support/defects.ts';
import { test } from '../support/demo.ts';
import { organizationDialogs, partnerDialogs } from '../support/dialogs.ts';
import { type Control, expectFocusOnRefusal, expectFocusReturned } from '../support/focus.ts';
import { opener } from '../support/opener.ts';
import { dialogRecords, openingsAt } from '../support/openings.ts';
import { organization, partner } from '../support/people.ts';
import { signInContext } from '../support/session.ts';
import { getVariant, isLong } from '../support/sweep.ts';
import { viewports } from '../support/views.ts';
import { isCovered, OPENED, walk } from '../support/walk.ts';

test.use({ actionTimeout: 20_000 });

const tables = [
  ...Object.entries(organizationDialogs).map(([of, places]) => ({ of, person: organization, places })),
  { of: 'the pages of a partner', person: partner, places: partnerDialogs },
];

for (const { of, person, places } of tables)
  test(`dialogs and menus of ${of} are in Russian, fit the screen and pass axe`, async ({
    page,
    context,
    server,
    watch,
  }) => {
    test.slow();
    await signInContext(context, server.url, person);
    const records = await dialogRecords(server);
    const { settled, failedResponses } = opener(page);
    const problems: string[] = [];
    const note = ({ message }: Error) => problems.push(message);
    watch.expect(/status of 500/);
    for (const width of [1440, 360] as const) {
      await page.setViewportSize(viewports[width]);
      for (const one of openingsAt(width, places, records)) {
        const variant = getVariant(one.index);
        if (!isLong && (one.only ?? variant.width) !== width) continue;
        const what = `${one.address} ${one.file} at ${width} px`;
        // The previous dialog is closed, so most pages need no reload.
        if (!page.url().endsWith(one.address) || (await isCovered(page))) await page.goto(one.address);
        const { opened, pressed } = await walk(page, one);
        await expect(opened, what).toBeVisible();
        await settled(what);
        problems.push(...(await findDefects(page)).map((defect) => `${what}: ${defect}`));
        if (!isLong || width === 1440 || one.only === width) {
          const options = { within: OPENED, ...(!isLong && { theme: variant.theme }) };
          problems.push(...(await findViolations(page, options)).map((defect) => `${what}: ${defect}`));
        }
        // Uses an element handle, because a rejection changes the text that the locator matches.
        const layer = (await opened.elementHandle()) as Control;
        await expectFocusOnRefusal(page, opened, layer, `${what}: focus after a refusal`).catch(note);
        // The first «Esc» may close an open list inside the dialog.
        await expect(async () => {
          if (await layer.isVisible()) await page.keyboard.press('Escape');
          await layer.waitForElementState('hidden', { timeout: 2_000 });
        }, `${what}: «Esc» closes it`).toPass();
        await expectFocusReturned(pressed, `${what}: «Esc» returns the focus`).catch(note);
      }
    }
    // The test rejects the requests of the dialogs with 500.
    const unexpected = failedResponses.filter((answer) => !answer.startsWith('500 '));
    expect([...problems, ...unexpected]).toEqual([]);
  });

test('the tables of dialogs name every component that opens one', () => {
  const sources = resolve(import.meta.dirname, '../../dashboard/src');
  const base = [
    // The demo data has no application and no mail channel; joining.spec.ts and email.spec.ts open these.
    'entities/application/reject-dialog.tsx',
    'entities/sign-in/email-dialog.tsx',
    'entities/payment/bank/bank-event-dialog.tsx',
    'entities/payment/bank/transfer-fields.tsx',
    // The demo has no mail server and no bot to remove; mail.test.tsx and telegram.test.tsx open these.
    'features/organization/mail/remove-mail-dialog.tsx',
    'features/organization/telegram/remove-telegram-dialog.tsx',
    // Opens after a key or a webhook is created; webhooks.spec.ts opens it.
    'features/developers/dialogs/secret-dialog.tsx',
    // Test servers configure a support address; shell.test.tsx opens it.
    'app/layout/sidebar/support-dialog.tsx',
    // The demo data has no draft or approved registry; first-month.spec.ts opens it.
    'features/registries/registry-actions.tsx',
    // The demo data has no paid payment that an employee marks as returned; returned-payment.test.tsx opens it.
    'features/payments/transition/mark-returned-dialog.tsx',
    // The demo data has no bank document that names several payments; registries.test.tsx opens it.
    'features/bank-statements/choose-payments-dialog.tsx',
    // Opens for selected bank documents; first-month.spec.ts opens it.
    'features/bank-statements/decision-dialog.tsx',
    // The demo data has no imported file; import-page.test.tsx opens it.
    'features/imports/undo-button.tsx',
    // Opens when leads have changed since; undo.test.tsx opens it.
    'features/leads/transition/undo-result.tsx',
    // The program and the partner of these pages have no group and no personal terms; groups.test.tsx and partner-terms.test.tsx open these.
    'features/programs/groups/group-section.tsx',
    'features/programs/groups/delete-group-dialog.tsx',
    'features/programs/groups/assign-group-dialog.tsx',
    'features/partners/terms/end-terms-dialog.tsx',
    'shared/ui/dialog/dialog.tsx',
    'shared/ui/dialog/confirm.tsx',
    'shared/ui/dialog/code-dialog.tsx',
    'shared/ui/dialog/confirm-call.tsx',
    'shared/ui/dialog/form-dialog.tsx',
    'shared/ui/dropdown/more-menu.tsx',
  ];
  const opens =
    /<(Dialog|Modal|Drawer|Drawer\.Root|Popover|Menu|Dropdown|MoreMenu|FormDialog|BankEventDialog|Confirm|ConfirmCall|DateInput|DatePickerInput)\b/;
  const files = globSync('**/*.tsx', { cwd: sources, exclude: ['**/*.test.tsx'] });
  const openers = files.filter((file) => opens.test(readFileSync(resolve(sources, file), 'utf8')));
  const listed = tables.flatMap(({ places }) => places.flatMap(({ openings }) => openings));
  expect(new Set(listed.map(({ file }) => file).concat(base))).toEqual(new Set(openers));
});
