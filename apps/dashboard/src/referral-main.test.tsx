import type { ReferralPageView } from '@referral-dashboard/api-contract/referral-page-view';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { ReferralPage } from './features/referral-page/referral-page.tsx';
import { renderReferralPage } from './referral-server.tsx';
import { referralPage } from './testing/data/referral-page.ts';
import { failRequest, linkUrls, respond } from './testing/server.ts';

const code = 'anna-7';
const VALUES = { name: '<Мария>', phone: '8 916', comment: 'Звоните', consent: true, version: '0' };

/** Puts a page into the document as the server sends it. */
function serve(view: ReferralPageView = { kind: 'page', code, page: referralPage }) {
  const root = document.createElement('div');
  root.innerHTML = renderReferralPage(view);
  document.body.append(root);
  onTestFinished(() => root.remove());
  return root;
}

/** Hydrates the page and collects the errors that React recovers from. */
async function hydrate(root: HTMLElement) {
  const errors: unknown[] = [];
  const app = await act(async () =>
    hydrateRoot(
      root,
      <main>
        <ReferralPage code={code} rendered={{ page: referralPage }} />
      </main>,
      { onRecoverableError: (error) => void errors.push(error) },
    ),
  );
  onTestFinished(() => act(() => app.unmount()));
  return errors;
}

const name = () => screen.getByLabelText<HTMLInputElement>('Имя');

test('the script takes over the elements of the server and does not load the data again', async () => {
  failRequest('get', linkUrls.page);
  const root = serve();
  const before = name();
  expect(await hydrate(root)).toEqual([]);
  expect(name()).toBe(before);
  await waitFor(() => expect(document.title).toBe('Окна со скидкой · Ромашка'));
});

test('input typed before the script loads is kept and can be sent', async () => {
  respond('post', linkUrls.leads, 201, { success_text: 'Мы позвоним.' });
  const root = serve();
  name().value = 'Мария';
  screen.getByLabelText<HTMLInputElement>('Телефон').value = '89161234567';
  screen.getByRole<HTMLInputElement>('checkbox').checked = true;
  await hydrate(root);
  expect(name()).toHaveValue('Мария');
  expect(screen.getByRole('checkbox')).toBeChecked();
  fireEvent.submit(screen.getByRole('form', { name: 'Заявка' }));
  const heading = await screen.findByRole('heading', { name: 'Заявка отправлена' });
  await waitFor(() => expect(heading).toHaveFocus());
});

test.each([
  ['shows the previous confirmation', '', true],
  ['keeps the form to a visitor who has started another one', 'Мария', false],
])('a page opened again %s', async (_what, typed, isShown) => {
  sessionStorage.setItem(`ref_sent:${code}`, 'Мы позвоним.');
  const root = serve();
  name().value = typed;
  await hydrate(root);
  expect(screen.queryByRole('heading', { name: 'Заявка отправлена' }) !== null).toBe(isShown);
});

test('a refused form has the sent values, escaped, and its messages at the fields', () => {
  const root = serve({
    kind: 'refused',
    code,
    page: referralPage,
    values: VALUES,
    errors: { phone: ['Номер неполный.'], consent_version: ['Текст изменился.'] },
  });
  const form = within(root);
  expect(form.getByLabelText('Имя')).toHaveValue('<Мария>');
  expect(form.getByLabelText(/^Комментарий/)).toHaveValue('Звоните');
  expect(form.getByLabelText('Телефон')).toHaveAccessibleDescription('Номер неполный.');
  expect(form.getByRole('alert')).toHaveTextContent('Текст изменился.');
  expect(form.getByRole('checkbox')).not.toBeChecked();
  expect(form.getByRole('form')).toHaveAttribute('action', '/ref/anna-7');
  expect(root.innerHTML).not.toContain('style=');
});
