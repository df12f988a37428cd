import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { referralPage } from '../../testing/data/referral-page.ts';
import { openApp } from '../../testing/open-app.tsx';
import { failRequest, holdResponse, linkUrls } from '../../testing/server.ts';

/** Server-rendered page: a form and its data. */
function serverPage(code = 'anna-7') {
  const page = Object.assign(document.createElement('div'), { id: 'server-page' });
  page.innerHTML = `<main><h1>${referralPage.landing.title}</h1><form>
    <input class="ref-input" name="name"><input class="ref-input" name="phone"><textarea class="ref-input" name="comment"></textarea>
    <input name="website"><input type="checkbox" name="consent"><button type="submit">Оставить заявку</button>
  </form></main><script type="application/json" id="server-data"></script>`;
  document.body.prepend(page);
  onTestFinished(() => page.remove());
  const data = page.querySelector('script');
  if (data !== null) data.textContent = JSON.stringify({ code, page: referralPage });
  const field = <Field extends HTMLElement>(name: string) =>
    page.querySelector<Field>(`[name="${name}"]`) as Field;
  return { page, field };
}

const own = () => screen.findByLabelText<HTMLInputElement>('Имя');

beforeEach(() => failRequest('get', linkUrls.page));

test('data of the server-rendered page is not requested again', async () => {
  const { page } = serverPage();
  openApp('/ref/anna-7');
  expect(await own()).toBeVisible();
  expect(page).not.toBeInTheDocument();
});

test('input typed before hydration is kept with the focus and the caret', async () => {
  const { field } = serverPage();
  field<HTMLInputElement>('name').value = 'Мария';
  field<HTMLInputElement>('consent').checked = true;
  const phone = field<HTMLInputElement>('phone');
  phone.value = '8 916 12';
  phone.focus();
  phone.setSelectionRange(2, 5);

  openApp('/ref/anna-7');
  expect((await own()).value).toBe('Мария');
  expect(screen.getByRole('checkbox')).toBeChecked();
  const taken = screen.getByLabelText<HTMLInputElement>('Телефон');
  expect(taken).toHaveFocus();
  expect([taken.value, taken.selectionStart, taken.selectionEnd]).toEqual(['8 916 12', 2, 5]);
});

test('a visitor who started another form does not see the previous confirmation', async () => {
  sessionStorage.setItem('ref_sent:anna-7', 'Спасибо.');
  const { field } = serverPage();
  field<HTMLInputElement>('name').value = 'Мария';
  openApp('/ref/anna-7');
  expect((await own()).value).toBe('Мария');
});

test('the server-rendered form stays until the session is known', async () => {
  localStorage.setItem('access_token', 'a');
  localStorage.setItem('refresh_token', 'r');
  localStorage.setItem('user_data', '{"id":1}');
  const { release } = holdResponse('post', '/api/accounts/verify/', {});
  const { page } = serverPage();
  openApp('/ref/anna-7');
  await waitFor(() => expect(screen.getAllByRole('status')).toHaveLength(1));
  expect(page).toBeInTheDocument();
  release();
  await own();
  expect(page).not.toBeInTheDocument();
});

test('a page rendered for another link is not reused', async () => {
  const { page } = serverPage('another');
  openApp('/ref/anna-7');
  expect(await screen.findByText(/Нет связи с сервером/)).toBeInTheDocument();
  expect(page).toBeInTheDocument();
});
