import type { Partner } from '@referral-dashboard/api-contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { SMIRNOV_URL, servePartner, smirnov, smirnovLink } from '@/testing/data/partners.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { openApp } from '@/testing/open-app.tsx';
import { holdResponse, respond, server } from '@/testing/server.ts';
import { PartnerCard } from './partner-card.tsx';

type ServedCard = Parameters<typeof servePartner>[0];

async function openCard(card: ServedCard = {}, tab = '') {
  servePartner(card);
  signIn();
  const app = mount(
    <PartnerCard payoutMethods={() => null} />,
    `/partners/${smirnov.id}${tab && `?tab=${tab}`}`,
  );
  await screen.findByRole('heading', { level: 1, name: 'Смирнов Алексей' });
  if (tab === 'edit') await screen.findByLabelText('Заметка');
  return app;
}

/** Holds the responses of a route until `release` is called, and collects the request bodies. */
function holdEmptyResponse(url: string, body: Record<string, unknown>) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const bodies: string[] = [];
  server.use(
    http.post(url, async ({ request }) => {
      bodies.push(await request.text());
      await promise;
      return HttpResponse.json(body, { status: 201 });
    }),
  );
  return { release, bodies };
}

/** Opens the confirmation of a transition from the menu. */
async function openTransitionDialog({ user }: Awaited<ReturnType<typeof openCard>>, name: string) {
  await user.click(screen.getByRole('button', { name: 'Другие действия' }));
  await user.click(await screen.findByRole('menuitem', { name }));
  return screen.findByRole('dialog');
}

test('the page heading, the breadcrumbs and the window title contain the partner’s name', async () => {
  servePartner();
  signIn();
  openApp(`/partners/${smirnov.id}`);
  await screen.findByRole('heading', { level: 1, name: 'Смирнов Алексей' });
  const breadcrumbs = within(await screen.findByRole('navigation', { name: 'Путь' }));
  // The visible name is truncated, so the title contains the full name.
  expect(breadcrumbs.getByText('Смирнов Алексей')).toHaveAttribute('title', 'Смирнов Алексей');
  await waitFor(() => expect(document.title).toBe('Смирнов Алексей · Реферальный кабинет'));
});

test('the card shows the visits, leads, deals and amounts of the partner', async () => {
  await openCard();
  const figures = screen.getByText('Переходы').closest('dl');
  expect(figures?.textContent?.replaceAll('\u00a0', ' ')).toBe(
    'Переходы120Лиды40Сделки5Сделки из лидов12,5 %Начислено12 500,00 ₽На удержании4 200,00 ₽К выплате3 300,00 ₽Выплачено5 000,00 ₽',
  );
});

test('the full address of a link can be copied', async () => {
  const { user } = await openCard({ links: [smirnovLink] });
  await user.click(await screen.findByRole('button', { name: 'Скопировать ссылку okna' }));
  expect(await navigator.clipboard.readText()).toBe('http://127.0.0.1:3000/ref/okna');
});

test('the QR code of a link is shown', async () => {
  server.use(
    http.get('/api/referral/links/:id/qr/', () =>
      HttpResponse.text('<svg xmlns="http://www.w3.org/2000/svg"/>', {
        headers: { 'Content-Type': 'image/svg+xml' },
      }),
    ),
  );
  const { user } = await openCard({ links: [smirnovLink] });
  await user.click(await screen.findByRole('button', { name: 'QR-код ссылки okna' }));
  const image = await screen.findByRole('img', { name: 'QR-код ссылки okna' });
  expect(image).toHaveAttribute('src', expect.stringMatching(/^data:image\/svg\+xml,/));
});

test('a partner without links is offered a program', async () => {
  const { user } = await openCard();
  expect(await screen.findByText(/Ссылок пока нет/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Новая ссылка' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Добавить в программу' }));
  expect(await screen.findByRole('dialog', { name: 'Добавить в программу' })).toBeInTheDocument();
});

test('blocking explains the effect on links and money and asks for a reason', async () => {
  const { release, bodies } = holdResponse('post', `${SMIRNOV_URL}block/`, {
    ...smirnov,
    status: 'blocked',
    version: 2,
  });
  const app = await openCard({
    links: [smirnovLink, { ...smirnovLink, id: smirnov.id, code: 'off', active: false }],
  });
  const dialog = await openTransitionDialog(app, 'Заблокировать');
  await waitFor(() => expect(dialog).toHaveAccessibleName('Заблокировать партнера?'));
  expect(dialog.textContent?.replaceAll('\u00a0', ' ')).toContain(
    '1 ссылка перестанет принимать заявки. У партнера останется на удержании 4 200,00 ₽ и доступно к выплате 3 300,00 ₽.',
  );
  await app.user.click(within(dialog).getByRole('button', { name: 'Заблокировать' }));
  expect(within(dialog).getByLabelText('Причина')).toHaveAccessibleDescription(/Укажите причину/);
  expect(bodies).toEqual([]);

  await app.user.type(within(dialog).getByLabelText('Причина'), 'Накрутка');
  await app.user.click(within(dialog).getByRole('button', { name: 'Заблокировать' }));
  await waitFor(() => expect(bodies).toEqual([{ reason: 'Накрутка', version: 1 }]));
  release();
  expect(await screen.findByText('Партнер заблокирован')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sessionStorage).toHaveLength(0);
});

test('a pending partner is approved by a button', async () => {
  const { release, bodies } = holdResponse('post', `${SMIRNOV_URL}approve/`, { ...smirnov, version: 2 });
  const { user } = await openCard({ partner: { ...smirnov, status: 'pending' } });
  await user.click(screen.getByRole('button', { name: 'Одобрить' }));
  const dialog = await screen.findByRole('dialog', { name: 'Одобрить партнера?' });
  await user.click(within(dialog).getByRole('button', { name: 'Одобрить' }));
  await waitFor(() => expect(bodies).toEqual([{ reason: '', version: 1 }]));
  release();
  expect(await screen.findByText('Партнер одобрен')).toBeInTheDocument();
});

test('a transition that another user made first is refused in the dialog with the server’s message', async () => {
  respond('post', `${SMIRNOV_URL}archive/`, 409, {
    detail: 'Так перейти нельзя.',
    code: 'invalid_transition',
    current: 'archived',
    allowed: ['active'],
  });
  const app = await openCard();
  const dialog = await openTransitionDialog(app, 'В архив');
  await app.user.click(within(dialog).getByRole('button', { name: 'В архив' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Так перейти нельзя.');
});

test('saving sends the changed fields and the version that was read', async () => {
  const { release, bodies } = holdResponse('patch', SMIRNOV_URL, {
    ...smirnov,
    email: 'a@smirnov.ru',
    version: 2,
  });
  const { user } = await openCard({}, 'edit');
  expect(screen.getByLabelText('Телефон')).toHaveAttribute('readonly');
  await user.type(screen.getByLabelText('Электронная почта'), 'a@smirnov.ru');
  await user.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(bodies).toEqual([{ email: 'a@smirnov.ru', version: 1 }]));
  release();
  expect(await screen.findByText('Карточка сохранена')).toBeInTheDocument();
});

test('the hint of the phone names the menu that changes it, and contradicts no action of the page', async () => {
  const { user } = await openCard({}, 'edit');
  expect(screen.getByLabelText('Телефон')).toHaveAccessibleDescription(
    'С ним партнер входит в кабинет. Изменить его можно в меню «Другие действия»',
  );
  await user.click(screen.getByRole('button', { name: 'Другие действия' }));
  expect(await screen.findByRole('menuitem', { name: 'Изменить телефон' })).toBeVisible();
  cleanup();
  await openCard({ partner: { ...smirnov, sign_in: 'none' } }, 'edit');
  expect(screen.getByLabelText('Телефон')).toHaveAccessibleDescription('С ним партнер входит в кабинет');
});

test('a conflict keeps the input and reloads the other fields', async () => {
  const { user } = await openCard({}, 'edit');
  await user.type(screen.getByLabelText('Электронная почта'), 'a@smirnov.ru');
  servePartner({ partner: { ...smirnov, version: 2, first_name: 'Андрей' } });
  respond('patch', SMIRNOV_URL, 409, {
    detail: 'Данные успел изменить кто-то другой.',
    code: 'version_conflict',
  });
  await user.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Карточку успел изменить кто-то другой');
  await waitFor(() => expect(screen.getByLabelText('Имя')).toHaveValue('Андрей'));
  expect(screen.getByLabelText('Электронная почта')).toHaveValue('a@smirnov.ru');

  const { release, bodies } = holdResponse('patch', SMIRNOV_URL, { ...smirnov, version: 3 });
  await user.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(bodies).toEqual([{ email: 'a@smirnov.ru', version: 2 }]));
  release();
});

test('input survives a change of tab, and leaving the card asks first', async () => {
  const { user, path, router } = await openCard({}, 'edit');
  await user.type(screen.getByLabelText('Заметка'), 'Звонить утром');
  await user.click(screen.getByRole('tab', { name: 'Обзор' }));
  expect(path()).toBe(`/partners/${smirnov.id}`);
  await user.click(screen.getByRole('tab', { name: 'Данные' }));
  expect(screen.getByLabelText('Заметка')).toHaveValue('Звонить утром');
  await act(() => router.navigate('/leads'));
  expect(await screen.findByRole('dialog', { name: 'Уйти без сохранения?' })).toBeInTheDocument();
});

test('the history shows actions, their authors and reasons', async () => {
  await openCard({}, 'history');
  const entry = (await screen.findByText('Заблокирован')).closest('.mantine-Timeline-item');
  expect(entry).toHaveTextContent('Причина: Накрутка');
  expect(entry).toHaveTextContent('Иванова А. П.');
  expect(screen.getByText('Изменены данные: почта, заметка, дата договора, вход')).toBeVisible();
});

test('a missing partner shows a link to the list', async () => {
  servePartner();
  respond('get', SMIRNOV_URL, 404, { detail: 'Не найдено.' });
  signIn();
  mount(<PartnerCard payoutMethods={() => null} />, `/partners/${smirnov.id}`);
  expect(await screen.findByText('Такого партнера нет')).toBeVisible();
  expect(screen.getByRole('link', { name: 'К списку партнеров' })).toHaveAttribute('href', '/partners');
});

test('a card that failed to load can be reloaded', async () => {
  servePartner();
  respond('get', SMIRNOV_URL, 403, { detail: 'Недостаточно прав.' });
  signIn();
  const { user } = mount(<PartnerCard payoutMethods={() => null} />, `/partners/${smirnov.id}`);
  expect(await screen.findByText('Карточка не загрузилась')).toBeVisible();
  servePartner();
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Смирнов Алексей' })).toBeVisible();
});

test('renaming a link sends its new name only', async () => {
  const { release, bodies } = holdResponse('patch', '/api/referral/links/:id/', {
    ...smirnovLink,
    label: 'Визитка',
  });
  const { user } = await openCard({ links: [smirnovLink] });
  await user.click(await screen.findByRole('button', { name: 'Действия со ссылкой okna' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Переименовать' }));
  const form = within(await screen.findByRole('form', { name: 'Переименовать ссылку' }));
  await user.type(form.getByLabelText('Название'), 'Визитка');
  await user.click(form.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(bodies).toEqual([{ label: 'Визитка' }]));
  release();
  expect(await screen.findByText('Ссылка переименована')).toBeInTheDocument();
  expect(screen.queryByRole('form', { name: 'Переименовать ссылку' })).not.toBeInTheDocument();
  expect(sessionStorage).toHaveLength(0);
});

const invitedPartner: Partner = {
  ...smirnov,
  status: 'invited',
  invitation: { expires_at: '2026-08-28T11:05:00Z' },
};
const INVITATION = `${SMIRNOV_URL}invitation/`;
const LINK = 'http://127.0.0.1:3000/invite/k7mT93fQ';

test('the card shows when the link of an invited partner expires, and no invitation for an active partner', async () => {
  await openCard({ partner: invitedPartner });
  const invitation = screen.getByRole('region', { name: 'Приглашение' });
  expect(invitation).toHaveTextContent(/Ссылка действует до 28\sавг\s2026, 14:05/);
  cleanup();
  await openCard();
  expect(screen.queryByRole('region', { name: 'Приглашение' })).not.toBeInTheDocument();
});

test('creating a new invitation link warns about the previous one and shows the new one once', async () => {
  const { release, bodies } = holdEmptyResponse(INVITATION, {
    url: LINK,
    qr: '<svg/>',
    sent_by: [],
    expires_at: '2026-08-29T11:05:00Z',
  });
  const { user } = await openCard({ partner: invitedPartner });
  await user.click(screen.getByRole('button', { name: 'Создать новую ссылку' }));
  const dialog = await screen.findByRole('dialog', { name: 'Создать новую ссылку?' });
  expect(dialog).toHaveTextContent('Прежняя ссылка сразу перестанет действовать.');
  await user.dblClick(within(dialog).getByRole('button', { name: 'Создать ссылку' }));
  await waitFor(() => expect(bodies).toHaveLength(1));
  release();
  expect(await within(dialog).findByText(LINK)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Скопировать ссылку' }));
  expect(await navigator.clipboard.readText()).toBe(LINK);
  await user.click(within(dialog).getByRole('button', { name: 'Готово' }));
  await waitFor(() => expect(screen.queryByText(LINK)).not.toBeInTheDocument());
  expect(bodies).toHaveLength(1);
});

test('a refused new link is reported in the dialog', async () => {
  respond('post', INVITATION, 409, { detail: 'Партнер уже принял приглашение.', code: 'invalid_transition' });
  const { user } = await openCard({ partner: { ...invitedPartner, invitation: null } });
  expect(screen.getByText(/Действующей ссылки нет/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Отозвать' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Создать новую ссылку' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).not.toHaveTextContent('Прежняя ссылка');
  await user.click(within(dialog).getByRole('button', { name: 'Создать ссылку' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Партнер уже принял приглашение.');
});

test('a revoked invitation has no active link', async () => {
  server.use(
    http.delete(INVITATION, () => {
      servePartner({ partner: { ...invitedPartner, invitation: null } });
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = await openCard({ partner: invitedPartner });
  await user.click(screen.getByRole('button', { name: 'Отозвать' }));
  const dialog = await screen.findByRole('dialog', { name: 'Отозвать приглашение?' });
  await user.click(within(dialog).getByRole('button', { name: 'Отозвать' }));
  expect(await screen.findByText('Приглашение отозвано')).toBeInTheDocument();
  expect(await screen.findByText(/Действующей ссылки нет/)).toBeVisible();
});

test('the card names another partner with the same account', async () => {
  const other = { id: smirnov.id.replace(/.$/, '9'), name: 'Волкова Анна' };
  respond('get', '/api/referral/partners/shared-requisites/', 200, {
    results: [{ what: 'account', value: '•• 5555', partner: other }],
  });
  await openCard();
  expect(await screen.findByText(/^Тот же счет •• 5555/)).toHaveTextContent('Волкова Анна');
});

test('the contacts link to a call, WhatsApp and Telegram', async () => {
  await openCard();
  const contacts = within(screen.getByRole('region', { name: 'Контакты' }));
  expect(contacts.getByRole('link', { name: '+7 916 123-45-67' })).toHaveAttribute(
    'href',
    'tel:+79161234567',
  );
  expect(contacts.getByRole('link', { name: /^Написать в WhatsApp/ })).toHaveAttribute(
    'href',
    'https://wa.me/79161234567',
  );
  expect(contacts.getByRole('link', { name: /^Написать в Telegram/ })).toHaveAttribute(
    'href',
    'https://t.me/+79161234567',
  );
});
