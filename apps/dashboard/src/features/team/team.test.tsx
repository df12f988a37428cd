import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { organization } from '../../testing/data/organization.ts';
import { anna, signIn } from '../../testing/data/people.ts';
import {
  EMPLOYEE_INVITATIONS,
  EMPLOYEES,
  link,
  manager,
  owner,
  teamIs,
  waiting,
} from '../../testing/data/team.ts';
import { openApp } from '../../testing/open-app.tsx';
import { answer, held } from '../../testing/server.ts';

async function open(team: Parameters<typeof teamIs>[0] = { results: [owner, manager] }) {
  teamIs(team);
  signIn();
  const app = openApp('/profile/team');
  await screen.findByRole('heading', { level: 2, name: 'Сотрудники' });
  return app;
}

const dialog = () => screen.findByRole('dialog');

async function choose({ user }: Awaited<ReturnType<typeof open>>, menu: string, item: string) {
  await user.click(screen.getByRole('button', { name: menu }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
  return dialog();
}

test('the team stands beside the profile, each with a position and when they were last here', async () => {
  await open({
    results: [owner, manager, { ...manager, id: waiting.id, status: 'off', last_name: 'Уволенный' }],
  });
  const sections = within(screen.getByRole('navigation', { name: 'Профиль и организация' }));
  expect(sections.getByRole('link', { name: 'Команда' })).toHaveAttribute('aria-current', 'page');
  const rows = within(screen.getByRole('region', { name: 'Сотрудники' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'Иванова Анна Петровна+7 999 000-00-01ВладелецЭто вы',
    'Сидорова Ольга+7 916 111-22-33МенеджерБыл в кабинете 25 авг 2026, 14:05',
    'Уволенный Ольга+7 916 111-22-33МенеджерОтключен',
  ]);
});

test('somebody is invited with a position, and the link is shown once', async () => {
  const app = await open();
  const { release, bodies } = held(
    'post',
    EMPLOYEE_INVITATIONS,
    { ...waiting, last_name: 'Кузнецов', link },
    201,
  );
  await app.user.click(screen.getByRole('button', { name: 'Пригласить сотрудника' }));
  const form = within(await screen.findByRole('form', { name: 'Приглашение сотрудника' }));
  await app.user.type(form.getByLabelText('Телефон'), '8 (916) 555-66-77');
  await app.user.type(form.getByLabelText('Фамилия'), 'Кузнецов');
  await app.user.click(form.getByRole('button', { name: 'Создать приглашение' }));
  expect(form.getByText('Выберите должность')).toBeVisible();
  await app.user.click(form.getByRole('radio', { name: 'Бухгалтер' }));
  await app.user.click(form.getByRole('button', { name: 'Создать приглашение' }));
  await waitFor(() =>
    expect(bodies).toEqual([
      {
        phone: '+79165556677',
        last_name: 'Кузнецов',
        first_name: '',
        father_name: '',
        position: 'accountant',
      },
    ]),
  );
  release();
  expect(await screen.findByText(link.url)).toBeVisible();
  expect(screen.getByText('Мы отправили ее и сами: по СМС.')).toBeVisible();
  await app.user.click(screen.getByRole('button', { name: 'QR-код' }));
  expect(screen.getByRole('img', { name: 'QR-код ссылки' })).toBeVisible();
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('k7mT93fQ');
});

test('what is typed of an invitation outlives a reload', async () => {
  const app = await open();
  await app.user.click(screen.getByRole('button', { name: 'Пригласить сотрудника' }));
  await app.user.type(await screen.findByLabelText('Фамилия'), 'Кузнецов');
  cleanup();
  openApp('/profile/team');
  expect(await screen.findByLabelText('Фамилия')).toHaveValue('Кузнецов');
});

test('an invitation that waits is renewed or taken back', async () => {
  const app = await open({ results: [owner], invitations: [waiting] });
  const menu = 'Действия с приглашением: +7 916 555-66-77';
  answer('post', `${EMPLOYEE_INVITATIONS}${waiting.id}/renew/`, 201, { ...waiting, link });
  const asked = await choose(app, menu, 'Создать новую ссылку');
  await app.user.click(within(asked).getByRole('button', { name: 'Создать ссылку' }));
  expect(await screen.findByText(link.url)).toBeVisible();
  await app.user.click(screen.getByRole('button', { name: 'Готово' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(within(await choose(app, menu, 'Отозвать')).getByText(/больше нельзя будет войти/)).toBeVisible();
});

test('a position is changed', async () => {
  const app = await open();
  const { release, bodies } = held('patch', `${EMPLOYEES}${manager.id}/`, { ...manager, position: 'viewer' });
  const asked = within(await choose(app, 'Действия: Сидорова Ольга', 'Изменить должность'));
  await app.user.click(asked.getByRole('radio', { name: 'Наблюдатель' }));
  await app.user.click(asked.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(bodies).toEqual([{ position: 'viewer' }]));
  release();
  expect(await screen.findByText('Сидорова Ольга: Наблюдатель')).toBeInTheDocument();
});

test('the last owner is told why the position stays', async () => {
  const app = await open();
  const detail = 'В организации должен остаться хотя бы один владелец.';
  answer('post', `${EMPLOYEES}${owner.id}/switch-off/`, 409, { detail, code: 'last_owner' });
  const asked = within(await choose(app, 'Действия: Иванова Анна Петровна', 'Отключить'));
  expect(asked.getByText('Вы сразу выйдете и не сможете войти.')).toBeVisible();
  await app.user.click(asked.getByRole('button', { name: 'Отключить' }));
  expect(await asked.findByRole('alert')).toHaveTextContent(detail);
});

test('a link for a new password is made for another, not for oneself', async () => {
  const app = await open();
  await app.user.click(screen.getByRole('button', { name: 'Действия: Иванова Анна Петровна' }));
  await screen.findByRole('menuitem', { name: 'Изменить должность' });
  expect(screen.queryByRole('menuitem', { name: 'Ссылка для нового пароля' })).toBeNull();
  await app.user.keyboard('{Escape}');
  const url = 'http://127.0.0.1:3000/reset/p4rs';
  answer('post', `${EMPLOYEES}${manager.id}/recovery/`, 201, { ...link, url });
  const asked = await choose(app, 'Действия: Сидорова Ольга', 'Ссылка для нового пароля');
  await app.user.click(within(asked).getByRole('button', { name: 'Создать ссылку' }));
  expect(await screen.findByText(url)).toBeVisible();
});

test('the second approver is switched on in the card that shows the rule', async () => {
  const app = await open();
  const { release, bodies } = held('patch', '/api/referral/organization/', {
    ...organization,
    four_eyes: true,
  });
  const rule = await screen.findByRole('switch', { name: /Утверждает не тот, кто сформировал/ });
  expect(rule).not.toBeChecked();
  expect(screen.getByRole('switch', { name: /добавил начисление или реквизиты/ })).toBeDisabled();
  await app.user.click(rule);
  await waitFor(() => expect(bodies).toEqual([{ four_eyes: true }]));
  answer('get', '/api/referral/organization/', 200, { ...organization, four_eyes: true });
  release();
  await waitFor(() => expect(rule).toBeChecked());
  expect(await screen.findByText('Выплату утверждает не тот, кто ее сформировал')).toBeVisible();
});

test('with the second approver on, accruals and requisites can need another approver too', async () => {
  answer('get', '/api/referral/organization/', 200, { ...organization, four_eyes: true });
  const app = await open();
  const { release, bodies } = held('patch', '/api/referral/organization/', organization);
  const rule = await screen.findByRole('switch', { name: /добавил начисление или реквизиты/ });
  await app.user.click(rule);
  await waitFor(() => expect(bodies).toEqual([{ separate_approver: true }]));
  answer('get', '/api/referral/organization/', 200, {
    ...organization,
    four_eyes: true,
    separate_approver: true,
  });
  release();
  await waitFor(() => expect(rule).toBeChecked());
  expect(await screen.findByText(/не тот, кто добавил в нее начисление или реквизиты/)).toBeVisible();
});

test('a team that did not come can be asked for again', async () => {
  answer('get', EMPLOYEES, 400, { detail: 'Не сейчас.', code: 'invalid', incident: '7F3A-21' });
  signIn();
  const { user } = openApp('/profile/team');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Команда не загрузилась');
  teamIs({});
  await user.click(within(alert).getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Это вы')).toBeVisible();
});

test('a manager has no tab of the team, and the page says who manages it', async () => {
  signIn({ ...anna, permissions: ['programs'] } as typeof anna);
  openApp('/profile/team');
  expect(await screen.findByText('Недоступно для вашей должности')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Команда' })).toBeNull();
});
