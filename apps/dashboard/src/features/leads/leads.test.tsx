import { joinList } from '@referral-dashboard/api-contract';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test, vi } from 'vitest';
import { ORGANIZATION } from '@/shared/product.ts';
import { createLead, serveLeads } from '@/testing/data/leads.ts';
import { partner, signIn } from '@/testing/data/people.ts';
import { createPercentReward, createProgram, programActivity } from '@/testing/data/programs.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import { setHeights } from '@/testing/viewport.ts';
import { Leads } from './leads.tsx';
import LeadPanel from './panel/lead-panel.tsx';

const PARTNER = 'partner';
const BASE = '/api/referral/leads/';
const lead = createLead(1);

/** Mounts the lead list and opens the panel of the first lead. */
async function openPanel(...leads: ReturnType<typeof createLead>[]) {
  signIn();
  const serverState = serveLeads(leads);
  const app = mount(<LeadPanel id={leads[0]?.id ?? ''} item={undefined} />, '/leads');
  await screen.findByRole('heading', { name: leads[0]?.name ?? '' });
  return { app, panel: screen.getByRole('main'), ...serverState };
}

const getButton = (panel: HTMLElement, name: string) => within(panel).getByRole('button', { name });

/** Responds to bulk requests with one result and collects their bodies. */
function respondToBulk(result: { moved: number; refused: object[] }) {
  const bodies: unknown[] = [];
  server.use(
    http.post(`${BASE}bulk-transition/`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ changed: [], effect: null, left: [], ...result });
    }),
  );
  return bodies;
}

test('the next transition is one click, sends the version that was read and shows a toast', async () => {
  const { app, panel, changes: sentBodies } = await openPanel(createLead(1, { version: 4 }));
  await app.user.click(getButton(panel, 'Взять в работу'));
  expect(await screen.findByText('Лид Л-1 теперь «В работе»')).toBeInTheDocument();
  expect(sentBodies).toEqual([{ to: 'in_progress', version: 4 }]);
  await waitFor(() => expect(getButton(panel, 'Закрыть сделкой')).toBeEnabled());
});

test('rejecting a lead needs a reason, and «Другое» needs a comment', async () => {
  const { app, panel, changes: sentBodies } = await openPanel(lead);
  await app.user.click(getButton(panel, 'Другие действия'));
  await app.user.click(await screen.findByRole('menuitem', { name: 'Отклонить' }));
  const dialog = await screen.findByRole('dialog', { name: /^Отклонить: Л-1/ });
  const send = within(dialog).getByRole('button', { name: 'Отклонить' });

  await app.user.click(send);
  expect(await within(dialog).findByText('Укажите причину.')).toBeVisible();
  await app.user.click(within(dialog).getByRole('radio', { name: 'Другое' }));
  await app.user.click(send);
  expect(await within(dialog).findByText('Опишите причину.')).toBeVisible();
  await app.user.type(within(dialog).getByLabelText('Комментарий'), 'Не наш регион');
  await app.user.click(send);
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(sentBodies).toEqual([
    { to: 'rejected', version: 1, reason_code: 'other', reason_comment: 'Не наш регион' },
  ]);
  expect(sessionStorage).toHaveLength(0);
});

test('the deal amount is sent in kopecks, and the dialog shows the reward first', async () => {
  const program = createProgram({ reward: createPercentReward(750) });
  respond('get', `/api/referral/programs/${program.id}/`, 200, program);
  const { app, panel, changes: sentBodies } = await openPanel(createLead(1, { status: 'in_progress' }));
  await app.user.click(getButton(panel, 'Закрыть сделкой'));
  const dialog = await screen.findByRole('dialog', { name: /^Закрыть сделкой/ });
  await app.user.type(within(dialog).getByLabelText('Сумма сделки'), '100000,5');
  expect(await within(dialog).findByText('7 500,04 ₽')).toBeVisible();
  await app.user.click(within(dialog).getByRole('button', { name: 'Закрыть сделкой' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(sentBodies).toEqual([{ to: 'won', version: 1, deal_amount_kop: 10_000_050 }]);
});

test('an amount above the limit keeps its text and shows the limit', async () => {
  const { app, panel } = await openPanel(createLead(1, { status: 'in_progress' }));
  await app.user.click(getButton(panel, 'Закрыть сделкой'));
  const dialog = await screen.findByRole('dialog', { name: /^Закрыть сделкой/ });
  const amountField = within(dialog).getByLabelText('Сумма сделки');
  await app.user.type(amountField, '999999999999');
  expect(amountField).toHaveValue('999\u00a0999\u00a0999\u00a0999\u00a0₽');
  expect(amountField).toHaveAccessibleDescription(/^Не больше 100.000.000.000,00.₽$/);
});

test('an error of the server is shown at its field', async () => {
  const { app, panel } = await openPanel(createLead(1, { status: 'in_progress' }));
  const sentence = 'Укажите сумму сделки: от нее зависит вознаграждение.';
  respond('post', `${BASE}${lead.id}/transition/`, 400, { deal_amount_kop: [sentence] });
  await app.user.click(getButton(panel, 'Закрыть сделкой'));
  const dialog = await screen.findByRole('dialog', { name: /^Закрыть сделкой/ });
  await app.user.click(within(dialog).getByRole('button', { name: 'Закрыть сделкой' }));
  await waitFor(() =>
    expect(within(dialog).getByLabelText('Сумма сделки')).toHaveAccessibleDescription(sentence),
  );
});

test('a conflict shows the author, the time and the current status of the lead', async () => {
  const { app, panel } = await openPanel(lead);
  const now = { ...lead, status: 'qualified', version: 2 };
  respond('post', `${BASE}${lead.id}/transition/`, 409, { detail: 'Нет', code: 'version_conflict' });
  respond('get', `${BASE}${lead.id}/`, 200, now);
  const event = {
    id: lead.id,
    at: '2026-08-21T11:05:00.000Z',
    reason_code: null,
    comment: '',
    changed: [],
    is_transfer: false,
    transfer: null,
  };
  respond('get', `${BASE}${lead.id}/history/`, 200, {
    results: [{ ...event, from_status: 'new', to_status: 'qualified', actor: 'Петрова М. С.' }],
  });
  await app.user.click(getButton(panel, 'Взять в работу'));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Лид уже изменен: Петрова М. С., 14:05, теперь «Подтвержден»',
  );
  expect(await within(panel).findByRole('button', { name: 'Вернуть в работу' })).toBeVisible();
});

test('a conflict that cannot be described shows the text of the server', async () => {
  const { app, panel } = await openPanel(lead);
  respond('post', `${BASE}${lead.id}/transition/`, 409, {
    detail: 'Уже изменено.',
    code: 'version_conflict',
  });
  respond('get', `${BASE}${lead.id}/history/`, 500, {});
  await app.user.click(getButton(panel, 'Взять в работу'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Уже изменено.');
  expect(getButton(panel, 'Взять в работу')).toBeEnabled();
});

test('saving a lead sends the changed fields and the version that was read', async () => {
  const { app, panel, changes: sentBodies } = await openPanel(createLead(1, { version: 4 }));
  await app.user.click(getButton(panel, 'Изменить'));
  const form = await screen.findByRole('form', { name: 'Изменить лид' });
  await app.user.type(within(form).getByLabelText('Компания'), 'ООО «Ромашка»');
  await app.user.click(within(form).getByRole('button', { name: 'Сохранить' }));
  expect(await within(panel).findByText('ООО «Ромашка»')).toBeVisible();
  expect(sentBodies).toEqual([{ company: 'ООО «Ромашка»', version: 4 }]);
});

test('an edit conflict keeps the input and shows the current status', async () => {
  const { app, panel } = await openPanel(lead);
  await app.user.click(getButton(panel, 'Изменить'));
  const form = await screen.findByRole('form', { name: 'Изменить лид' });
  await app.user.type(within(form).getByLabelText('Компания'), 'Ромашка');
  respond('patch', `${BASE}${lead.id}/`, 409, { detail: 'Нет', code: 'version_conflict' });
  await app.user.click(within(form).getByRole('button', { name: 'Сохранить' }));
  expect(await within(form).findByRole('alert')).toHaveTextContent(/Лид уже изменен: .*теперь «Новый»/);
  expect(within(form).getByLabelText('Компания')).toHaveValue('Ромашка');
});

test('a bulk transition lists the leads that failed with the reason', async () => {
  signIn();
  serveLeads([lead, createLead(2), createLead(3)]);
  const refused = [{ id: lead.id, number: 'Л-1', detail: 'В текущем статусе это действие невозможно.' }];
  const bodies = respondToBulk({ moved: 1, refused });
  const app = mount(<Leads role={ORGANIZATION} />, '/leads');
  await app.user.click(await screen.findByRole('checkbox', { name: 'Выбрать: Л-1 Клиент 1' }));
  await app.user.click(screen.getByRole('checkbox', { name: 'Выбрать: Л-2 Клиент 2' }));
  const bar = await screen.findByRole('group', { name: 'Действия с выбранными' });
  expect(bar).toHaveTextContent('Выбрано 2');
  await app.user.click(within(bar).getByRole('button', { name: 'Взять в работу' }));
  const result = await screen.findByRole('dialog', { name: 'Изменены не все' });
  expect(result).toHaveTextContent('Изменено 1 из 2');
  expect(result).toHaveTextContent('Л-1 В текущем статусе это действие невозможно.');
  expect(bodies).toEqual([{ ids: [lead.id, createLead(2).id], limit: 25, to: 'in_progress' }]);
});

test('«Выбрать все по фильтру» sends the filter with the expected count', async () => {
  signIn();
  serveLeads([lead, createLead(2)], 137);
  const detail = 'Список успел измениться. Обновите страницу и выберите лиды снова.';
  const bodies: unknown[] = [];
  server.use(
    http.post(`${BASE}bulk-transition/`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ detail, code: 'count_mismatch' }, { status: 409 });
    }),
  );
  const app = mount(<Leads role={ORGANIZATION} />, '/leads?source=public_form&page_size=50');
  await app.user.click(await screen.findByRole('checkbox', { name: 'Выбрать все на странице' }));
  await app.user.click(await screen.findByRole('button', { name: 'Выбрать все 137 по фильтру' }));
  await app.user.click(screen.getByRole('button', { name: 'Взять в работу' }));
  expect(await screen.findByText(new RegExp(detail))).toBeVisible();
  expect(bodies).toEqual([
    { filter: { source: 'public_form' }, expected_count: 137, limit: 25, to: 'in_progress' },
  ]);
  expect(screen.queryByText(/Выбрано 137/)).not.toBeInTheDocument();
});

/** Holds bulk requests until the test responds to them one by one. */
function holdBulkRequests() {
  const bodies: { ids?: string[] }[] = [];
  const responders: ((result: object) => void)[] = [];
  server.use(
    http.post(`${BASE}bulk-transition/`, async ({ request }) => {
      bodies.push((await request.json()) as object);
      return HttpResponse.json(await new Promise<object>((resolve) => responders.push(resolve)));
    }),
  );
  return {
    sent: bodies,
    async respond(batchNumber: number, result: object) {
      await waitFor(() => expect(responders).toHaveLength(batchNumber));
      responders[batchNumber - 1]?.({ changed: [], effect: null, refused: [], ...result });
    },
  };
}

test('a bulk transition by filter runs in parts, shows its progress and can be stopped', async () => {
  signIn();
  serveLeads([lead, createLead(2)], 60);
  const batches = holdBulkRequests();
  const app = mount(<Leads role={ORGANIZATION} />, '/leads?status=new&page_size=50');
  respond('get', `${BASE}counts/`, 200, {
    all: 60,
    new: 60,
    in_progress: 0,
    qualified: 0,
    won: 0,
    lost: 0,
    rejected: 0,
    duplicate: 0,
  });
  await app.user.click(await screen.findByRole('checkbox', { name: 'Выбрать все на странице' }));
  await app.user.click(await screen.findByRole('button', { name: 'Выбрать все 60 по фильтру' }));
  await app.user.click(screen.getByRole('button', { name: 'Взять в работу' }));
  expect(await screen.findByText('Обработано 0 из 60')).toBeVisible();
  const remainingIds = Array.from({ length: 35 }, (_, index) => createLead(index + 3).id);
  await batches.respond(1, { moved: 25, left: remainingIds });
  expect(await screen.findByText('Обработано 25 из 60')).toBeVisible();

  await app.user.click(screen.getByRole('button', { name: 'Остановить' }));
  expect(screen.getByRole('button', { name: 'Останавливаем' })).toBeDisabled();
  await batches.respond(2, { moved: 25, left: remainingIds.slice(25) });
  const result = await screen.findByRole('dialog', { name: 'Остановлено' });
  expect(result).toHaveTextContent('Изменено 50 из 60. Остальные как были.');
  expect(batches.sent).toEqual([
    { filter: { status: 'new' }, expected_count: 60, limit: 25, to: 'in_progress' },
    { ids: remainingIds, limit: 25, to: 'in_progress' },
  ]);
});

test('a failed part ends a bulk transition, and the result shows the completed count', async () => {
  signIn();
  serveLeads([lead, createLead(2)]);
  const app = mount(<Leads role={ORGANIZATION} />, '/leads');
  await app.user.click(await screen.findByRole('checkbox', { name: 'Выбрать все на странице' }));
  const batches = holdBulkRequests();
  await app.user.click(screen.getByRole('button', { name: 'Взять в работу' }));
  await waitFor(() => expect(batches.sent).toHaveLength(1));
  respond('post', `${BASE}bulk-transition/`, 503, { detail: 'Сервер занят.' });
  await batches.respond(1, { moved: 1, left: [createLead(2).id] });
  const result = await screen.findByRole('dialog', { name: 'Изменены не все' });
  expect(within(result).getByRole('alert')).toHaveTextContent('Сервер занят.');
  expect(result).toHaveTextContent('Изменено 1 из 2. Остальные как были.');
});

test('a bulk transition that failed completely keeps the selection and the input', async () => {
  signIn();
  serveLeads([lead, createLead(2)]);
  respond('post', `${BASE}bulk-transition/`, 503, { detail: 'Сервер занят.' });
  const app = mount(<Leads role={ORGANIZATION} />, '/leads');
  await app.user.click(await screen.findByRole('checkbox', { name: 'Выбрать все на странице' }));
  await app.user.click(screen.getByRole('button', { name: 'Отклонить' }));
  const dialog = await screen.findByRole('dialog', { name: /^Отклонить: 2.лида/ });
  await app.user.click(within(dialog).getByRole('radio', { name: 'Спам' }));
  await app.user.type(within(dialog).getByLabelText('Комментарий'), 'Один и тот же текст');
  await app.user.click(within(dialog).getByRole('button', { name: 'Отклонить' }));
  await waitFor(() => expect(within(dialog).getAllByRole('alert')).toHaveLength(2));
  expect(within(dialog).getAllByRole('alert').at(-1)).toHaveTextContent('Сервер занят.');
  expect(within(dialog).getByLabelText('Комментарий')).toHaveValue('Один и тот же текст');
  const response = { moved: 2, changed: [], effect: null, refused: [], left: [] };
  respond('post', `${BASE}bulk-transition/`, 200, response);
  await app.user.click(within(dialog).getByRole('button', { name: 'Отклонить' }));
  expect(await screen.findByText('Статус изменен')).toBeVisible();
});

test('the menu of a card on the board moves a lead to an allowed status', async () => {
  setHeights({ client: 600, offset: 100 });
  signIn();
  const { changes: sentBodies } = serveLeads([lead]);
  const app = mount(<Leads role={ORGANIZATION} />, '/leads?view=board');
  const column = await screen.findByRole('region', { name: 'Новый' });
  await app.user.click(await within(column).findByRole('button', { name: 'Переместить: Л-1 Клиент 1' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual(['В работе', 'Подтвержден', 'Отклонен', 'Дубль']);
  await app.user.click(screen.getByRole('menuitem', { name: 'В работе' }));
  const nextColumn = screen.getByRole('region', { name: 'В работе' });
  expect(await within(nextColumn).findByRole('link', { name: 'Клиент 1' })).toBeVisible();
  expect(sentBodies).toEqual([{ to: 'in_progress', version: 1 }]);
});

test.each(['/leads', '/leads?view=board'])(
  '%s updates waiting times when it is reloaded without changes',
  async (address) => {
    setHeights({ client: 600, offset: 100 });
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-08-21T11:10:00Z') });
    signIn();
    serveLeads([lead]);
    mount(<Leads role={ORGANIZATION} />, address);
    expect(await screen.findByText(/ждет 5.мин/)).toBeVisible();
    vi.setSystemTime(new Date('2026-08-21T14:10:00Z'));
    window.dispatchEvent(new Event('visibilitychange'));
    expect(await screen.findByText(/ждет 3.ч/)).toBeVisible();
  },
);

test('a new lead starts with the only program', async () => {
  signIn();
  serveLeads([lead]);
  const program = createProgram();
  const results = [{ ...program, activity: programActivity }];
  respond('get', '/api/referral/programs/', 200, { next: null, previous: null, results });
  const app = mount(<Leads role={ORGANIZATION} />, '/leads');
  await app.user.click(await screen.findByRole('button', { name: 'Добавить лид' }));
  const form = await screen.findByRole('form', { name: 'Новый лид' });
  const programField = within(form).getByRole('combobox', { name: 'Программа' });
  await waitFor(() => expect(programField).toHaveValue(program.name));
  await app.user.click(within(form).getByRole('button', { name: 'Добавить' }));
  expect(await within(form).findByText('Введите имя, хотя бы две буквы')).toBeVisible();
  expect(within(form).queryByText('Выберите программу')).not.toBeInTheDocument();
});

test('a new lead is validated before it is sent and opens afterwards', async () => {
  signIn();
  serveLeads([lead]);
  const program = createProgram();
  const results = [
    program,
    createProgram({ id: '00000002-0000-7000-8000-000000000002', name: 'Окна для дачи' }),
  ].map((one) => ({ ...one, activity: programActivity }));
  respond('get', '/api/referral/programs/', 200, { next: null, previous: null, results });
  const bodies: unknown[] = [];
  server.use(
    http.post(BASE, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json(lead, { status: 201 });
    }),
  );
  const app = mount(<Leads role={ORGANIZATION} />, '/leads');
  await app.user.click(await screen.findByRole('button', { name: 'Добавить лид' }));
  const form = await screen.findByRole('form', { name: 'Новый лид' });
  const send = within(form).getByRole('button', { name: 'Добавить' });
  await waitFor(() => expect(within(form).getByRole('combobox', { name: 'Программа' })).toHaveFocus());
  for (const name of ['Программа', 'Имя', 'Телефон'])
    expect(within(form).getByRole(name === 'Программа' ? 'combobox' : 'textbox', { name })).toBeRequired();
  await app.user.click(send);
  expect(await within(form).findByText('Выберите программу')).toBeVisible();
  expect(within(form).getByText('Введите номер полностью: +7 и 10 цифр')).toBeVisible();
  expect(within(form).getByRole('combobox', { name: 'Программа' })).toHaveFocus();
  expect(screen.queryByRole('option', { name: program.name })).not.toBeInTheDocument();
  expect(bodies).toEqual([]);

  await app.user.click(within(form).getByRole('combobox', { name: 'Программа' }));
  await app.user.click(await screen.findByRole('option', { name: program.name }));
  await app.user.type(within(form).getByRole('textbox', { name: 'Имя' }), 'Иван');
  await app.user.type(within(form).getByRole('textbox', { name: 'Телефон' }), '8 916 123-45-67');
  await app.user.click(send);
  const panel = await screen.findByRole('complementary', { name: 'Подробности' });
  expect(await within(panel).findByRole('heading', { name: lead.name })).toBeVisible();
  expect(bodies).toEqual([
    {
      program: program.id,
      name: 'Иван',
      phone: '+79161234567',
      email: '',
      company: '',
      comment: '',
    },
  ]);
});

test('a partner sees its leads with hidden phones and without transitions and can add one', async () => {
  signIn(partner);
  const { version, partner: _partner, phone, consent, ...visible } = lead;
  expect([version, phone, consent]).toHaveLength(3);
  respond('get', BASE, 200, {
    next: null,
    previous: null,
    results: [{ ...visible, phone: '+7 916 ***-**-67' }],
  });
  respond('get', `${BASE}${lead.id}/`, 200, { ...visible, phone: '+7 916 ***-**-67' });
  respond('get', `${BASE}${lead.id}/history/`, 200, { results: [] });
  respond('get', `${BASE}counts/`, 200, {
    all: 1,
    new: 1,
    in_progress: 0,
    qualified: 0,
    won: 0,
    lost: 0,
    rejected: 0,
    duplicate: 0,
  });
  const app = mount(<Leads role={PARTNER} />, '/leads');
  await app.user.click(await screen.findByRole('link', { name: /Клиент 1/ }));
  const panel = await screen.findByRole('complementary', { name: 'Подробности' });
  expect(await within(panel).findByText('Лид получен. Организация скоро им займется.')).toBeVisible();
  expect(within(panel).getByText('+7 916 ***-**-67')).toBeVisible();
  expect(within(panel).queryByRole('button', { name: 'Взять в работу' })).not.toBeInTheDocument();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('columnheader', { name: 'Партнер' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Добавить лид' })).toBeVisible();
});

test('the panel of a lead shows the tags and the referrer of its visit', async () => {
  const { panel } = await openPanel(lead);
  expect(within(panel).getByText(/utm_source: vk/)).toHaveTextContent(
    'utm_source: vk utm_medium: cpc utm_campaign: осень',
  );
  expect(within(panel).getByText('vk.com')).toBeVisible();
});

test('a tag with a comma is one value of its filter', async () => {
  signIn();
  serveLeads([lead]);
  mount(
    <Leads role={ORGANIZATION} />,
    `/leads?${new URLSearchParams({ utm_source: joinList(['Щит, улица', 'vk']) })}`,
  );
  expect(
    await screen.findByRole('button', { name: 'Убрать фильтр utm_source: Щит, улица и еще 1' }),
  ).toBeVisible();
});
