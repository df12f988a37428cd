import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signIn } from '@/testing/data/people.ts';
import {
  EMPLOYEE_INVITATIONS,
  EMPLOYEES,
  link,
  manager,
  owner,
  pendingInvitation,
  serveTeam,
} from '@/testing/data/team.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, respond } from '@/testing/server.ts';
import { InviteEmployeeButton } from './invite-employee-button.tsx';
import { Team } from './team.tsx';

const mountTeam = () =>
  mount(
    <>
      <InviteEmployeeButton />
      <Team>{null}</Team>
    </>,
    '/profile/team',
  );

async function openTeam(team: Parameters<typeof serveTeam>[0] = { results: [owner, manager] }) {
  serveTeam(team);
  signIn();
  const app = mountTeam();
  await screen.findByRole('heading', { level: 2, name: 'Сотрудники' });
  return app;
}

const findDialog = () => screen.findByRole('dialog');

async function chooseAction(
  { user }: Awaited<ReturnType<typeof openTeam>>,
  menuName: string,
  actionName: string,
) {
  await user.click(screen.getByRole('button', { name: menuName }));
  await user.click(await screen.findByRole('menuitem', { name: actionName }));
  return findDialog();
}

test('the team lists employees with their positions and last visits', async () => {
  await openTeam({
    results: [
      owner,
      manager,
      { ...manager, id: pendingInvitation.id, status: 'off', last_name: 'Уволенный' },
    ],
  });
  const rows = within(screen.getByRole('region', { name: 'Сотрудники' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'Иванова Анна Петровна+7 999 000-00-01ВладелецЭто вы',
    'Сидорова Ольга+7 916 111-22-33МенеджерПоследний вход 25 авг 2026',
    'Уволенный Ольга+7 916 111-22-33МенеджерОтключен',
  ]);
});

test('an invitation needs a position, and its link is shown once', async () => {
  const app = await openTeam();
  const { release, bodies } = holdResponse(
    'post',
    EMPLOYEE_INVITATIONS,
    { ...pendingInvitation, last_name: 'Кузнецов', link },
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

test('input of an invitation survives a reload', async () => {
  const app = await openTeam();
  await app.user.click(screen.getByRole('button', { name: 'Пригласить сотрудника' }));
  await app.user.type(await screen.findByLabelText('Фамилия'), 'Кузнецов');
  cleanup();
  mountTeam();
  expect(await screen.findByLabelText('Фамилия')).toHaveValue('Кузнецов');
});

test('a pending invitation can be renewed or revoked', async () => {
  const app = await openTeam({ results: [owner], invitations: [pendingInvitation] });
  const menuName = 'Действия с приглашением: +7 916 555-66-77';
  respond('post', `${EMPLOYEE_INVITATIONS}${pendingInvitation.id}/renew/`, 201, {
    ...pendingInvitation,
    link,
  });
  const dialog = await chooseAction(app, menuName, 'Создать новую ссылку');
  await app.user.click(within(dialog).getByRole('button', { name: 'Создать ссылку' }));
  expect(await screen.findByText(link.url)).toBeVisible();
  await app.user.click(screen.getByRole('button', { name: 'Готово' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(
    within(await chooseAction(app, menuName, 'Отозвать')).getByText(/больше нельзя будет войти/),
  ).toBeVisible();
});

test('the position of an employee can be changed', async () => {
  const app = await openTeam();
  const { release, bodies } = holdResponse('patch', `${EMPLOYEES}${manager.id}/`, {
    ...manager,
    position: 'viewer',
  });
  const dialog = within(await chooseAction(app, 'Действия: Сидорова Ольга', 'Изменить должность'));
  await app.user.click(dialog.getByRole('radio', { name: 'Наблюдатель' }));
  await app.user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(bodies).toEqual([{ position: 'viewer' }]));
  release();
  expect(await screen.findByText('Сидорова Ольга: Наблюдатель')).toBeInTheDocument();
});

test('the last owner cannot be switched off and sees the reason', async () => {
  const app = await openTeam();
  const detail = 'В организации должен остаться хотя бы один владелец.';
  respond('post', `${EMPLOYEES}${owner.id}/switch-off/`, 409, { detail, code: 'last_owner' });
  const dialog = within(await chooseAction(app, 'Действия: Иванова Анна Петровна', 'Отключить'));
  expect(dialog.getByText('Вы сразу выйдете и не сможете войти.')).toBeVisible();
  await app.user.click(dialog.getByRole('button', { name: 'Отключить' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(detail);
});

test('a link for a new password can be created for others only', async () => {
  const app = await openTeam();
  await app.user.click(screen.getByRole('button', { name: 'Действия: Иванова Анна Петровна' }));
  await screen.findByRole('menuitem', { name: 'Изменить должность' });
  expect(screen.queryByRole('menuitem', { name: 'Ссылка для нового пароля' })).toBeNull();
  await app.user.keyboard('{Escape}');
  const url = 'http://127.0.0.1:3000/reset/p4rs';
  respond('post', `${EMPLOYEES}${manager.id}/recovery/`, 201, { ...link, url });
  const dialog = await chooseAction(app, 'Действия: Сидорова Ольга', 'Ссылка для нового пароля');
  await app.user.click(within(dialog).getByRole('button', { name: 'Создать ссылку' }));
  expect(await screen.findByText(url)).toBeVisible();
});

test('a team that failed to load can be reloaded', async () => {
  respond('get', EMPLOYEES, 400, { detail: 'Не сейчас.', code: 'invalid', incident: '7F3A-21' });
  signIn();
  const { user } = mountTeam();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Команда не загрузилась');
  serveTeam({});
  await user.click(within(alert).getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Это вы')).toBeVisible();
});
