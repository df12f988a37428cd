import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { SMIRNOV_URL, servePartner, smirnov } from '@/testing/data/partners.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, respond, server } from '@/testing/server.ts';
import { PayoutMethods } from './payout-methods.tsx';

const sbp = {
  id: '01a2b3c4-0000-7000-8000-000000000031',
  kind: 'sbp' as const,
  label: 'СБП, +7 916 123-45-67, Т-Банк',
  bank: 'Т-Банк',
  phone: '+79161234567',
  last4: '',
  bik: '',
  account: '',
  corr_account: '',
  kpp: '',
  is_default: true,
  usable_from: null,
  can_be_proven: false,
  created_at: '2026-03-01T09:00:00Z',
};

async function open(methods: (typeof sbp)[] = []) {
  servePartner({ methods });
  signIn();
  const app = mount(<PayoutMethods partnerId={smirnov.id} />);
  await screen.findByRole('heading', { name: 'Реквизиты' });
  return app;
}

test('a partner without requisites sees that payments need them', async () => {
  await open();
  expect(await screen.findByText('Реквизитов пока нет. Без них выплату не отправить.')).toBeVisible();
});

test('an account of another partner needs a confirmation', async () => {
  const other = { id: smirnov.id.replace(/.$/, '9'), name: 'Волкова Анна' };
  const shared = { results: [{ what: 'account', value: '•• 5555', partner: other }] };
  respond('get', '/api/referral/partners/shared-requisites/', 200, shared);
  const { release, bodies } = holdResponse('post', `${SMIRNOV_URL}payout-methods/`, sbp, 201);
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Добавить' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Новые реквизиты' }));
  await user.click(dialog.getByRole('radio', { name: 'Расчетный счет' }));
  await user.type(dialog.getByRole('textbox', { name: 'БИК' }), '044525225');
  await user.type(dialog.getByRole('textbox', { name: 'Банк' }), 'Сбербанк');
  await user.type(dialog.getByRole('textbox', { name: 'Расчетный счет' }), '40702810900000005555');
  const confirm = await dialog.findByRole('checkbox', { name: 'Это не ошибка, сохранить' });
  await user.click(dialog.getByRole('button', { name: 'Добавить' }));
  expect(bodies).toEqual([]);
  await user.click(confirm);
  await user.click(dialog.getByRole('button', { name: 'Добавить' }));
  await waitFor(() => expect(bodies).toHaveLength(1));
  release();
});

test('an account with a wrong check digit is not sent', async () => {
  const { release, bodies } = holdResponse('post', `${SMIRNOV_URL}payout-methods/`, sbp, 201);
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Добавить' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Новые реквизиты' }));
  await user.click(dialog.getByRole('radio', { name: 'Расчетный счет' }));
  await user.type(dialog.getByRole('textbox', { name: 'БИК' }), '044525225');
  await user.type(dialog.getByRole('textbox', { name: 'Банк' }), 'Сбербанк');
  const account = dialog.getByRole('textbox', { name: 'Расчетный счет' });
  await user.type(account, '40702810900000005556');
  await user.click(dialog.getByRole('button', { name: 'Добавить' }));
  expect(account).toHaveAccessibleDescription(/контрольный ключ должен сойтись/);
  expect(bodies).toEqual([]);

  await user.type(account, '{Backspace}5');
  await user.click(dialog.getByRole('button', { name: 'Добавить' }));
  await waitFor(() =>
    expect(bodies).toEqual([
      {
        kind: 'bank_account',
        bank: 'Сбербанк',
        bik: '044525225',
        account: '40702810900000005555',
        corr_account: '',
        kpp: '',
      },
    ]),
  );
  release();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('deleting requisites asks for confirmation and explains the effect', async () => {
  const removed: string[] = [];
  server.use(
    http.delete('/api/referral/payout-methods/:id/', ({ params }) => {
      removed.push(String(params['id']));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = await open([sbp]);
  await user.click(await screen.findByRole('button', { name: `Действия: ${sbp.label}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Удалить' }));
  const dialog = await screen.findByRole('dialog', { name: 'Удалить реквизиты?' });
  expect(dialog).toHaveTextContent('Уже отправленные выплаты не изменятся.');
  expect(removed).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Удалить' }));
  await waitFor(() => expect(removed).toEqual([sbp.id]));
});

const tbank = {
  bik: '044525974',
  name: 'АО "ТБАНК"',
  city: 'г Москва',
  corr_account: '30101810145250000974',
};

/** Opens the СБП form; `bodies` collects the requests. */
async function openForm() {
  const { release, bodies } = holdResponse('post', `${SMIRNOV_URL}payout-methods/`, sbp, 201);
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Добавить' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Новые реквизиты' }));
  const send = () => user.click(dialog.getByRole('button', { name: 'Добавить' }));
  return { user, dialog, send, release, bodies, bank: dialog.getByRole('combobox', { name: 'Банк' }) };
}

test('a bank chosen from the directory is sent with its BIK', async () => {
  const searches: (string | null)[] = [];
  server.use(
    http.get('/api/referral/banks/search/', ({ request }) => {
      searches.push(new URL(request.url).searchParams.get('search'));
      return HttpResponse.json({ is_loaded: true, results: [tbank] });
    }),
  );
  const { user, dialog, send, release, bodies, bank } = await openForm();
  await user.type(bank, 'т-банк');
  await user.click(await screen.findByRole('option', { name: 'АО "ТБАНК", БИК 044525974' }));
  expect(searches.at(-1)).toBe('т-банк');
  expect(bank).toHaveValue('АО "ТБАНК"');
  expect(bank).toHaveAccessibleDescription('БИК 044525974');
  await send();
  await waitFor(() =>
    expect(bodies).toEqual([{ kind: 'sbp', phone: smirnov.phone, bank: 'АО "ТБАНК"', bik: '044525974' }]),
  );
  release();
  expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
});

test('editing a chosen bank clears its BIK and asks to choose from the list', async () => {
  server.use(
    http.get('/api/referral/banks/search/', () => HttpResponse.json({ is_loaded: true, results: [tbank] })),
  );
  const { user, send, release, bodies, bank } = await openForm();
  await user.type(bank, 'тб');
  await user.click(await screen.findByRole('option', { name: /ТБАНК/ }));
  await user.type(bank, ' Инвест');
  await waitFor(() => expect(bank).toHaveAccessibleDescription('Выберите банк из списка'));
  await send();
  await waitFor(() => expect(bodies).toMatchObject([{ bank: 'АО "ТБАНК" Инвест', bik: '' }]));
  release();
});

test('without a directory the bank is free text', async () => {
  const { user, send, release, bodies, bank } = await openForm();
  await user.type(bank, 'Т-Банк');
  expect(bank).not.toHaveAccessibleDescription();
  await send();
  await waitFor(() => expect(bodies).toMatchObject([{ bank: 'Т-Банк', bik: '' }]));
  release();
});

test('a company is offered an account only', async () => {
  servePartner({ methods: [] });
  server.use(
    http.get(`${SMIRNOV_URL}payout-methods/`, () =>
      HttpResponse.json({ results: [], kinds: ['bank_account'] }),
    ),
  );
  signIn();
  const { user } = mount(<PayoutMethods partnerId={smirnov.id} />);
  await screen.findByText('Реквизитов пока нет. Без них выплату не отправить.');
  await user.click(screen.getByRole('button', { name: 'Добавить' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Новые реквизиты' }));
  expect(dialog.getByRole('textbox', { name: 'Расчетный счет' })).toBeVisible();
  expect(dialog.queryByRole('radio')).toBeNull();
});

test('a sole proprietor is offered an account first, then СБП', async () => {
  servePartner({ methods: [] });
  server.use(
    http.get(`${SMIRNOV_URL}payout-methods/`, () =>
      HttpResponse.json({ results: [], kinds: ['bank_account', 'sbp', 'card'] }),
    ),
  );
  signIn();
  const { user } = mount(<PayoutMethods partnerId={smirnov.id} />);
  await screen.findByText('Реквизитов пока нет. Без них выплату не отправить.');
  await user.click(screen.getByRole('button', { name: 'Добавить' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Новые реквизиты' }));
  expect(dialog.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual([
    'bank_account',
    'sbp',
  ]);
  expect(dialog.getByRole('radio', { name: 'Расчетный счет' })).toBeChecked();
  await user.click(dialog.getByRole('radio', { name: 'СБП' }));
  expect(dialog.getByRole('textbox', { name: 'Телефон' })).toBeVisible();
});

test('a BIK fills in its bank, also when the account is chosen after a bank of the directory', async () => {
  const bank = {
    name: 'АО "ТБАНК"',
    city: 'г Москва',
    bik: '044525974',
    corr_account: '30101810145250000974',
  };
  respond('get', '/api/referral/banks/', 200, { is_loaded: true, bank });
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Добавить' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Новые реквизиты' }));
  await user.click(dialog.getByRole('radio', { name: 'Расчетный счет' }));
  await user.type(dialog.getByRole('textbox', { name: 'БИК' }), bank.bik);
  expect(await dialog.findByDisplayValue(bank.name)).toBe(dialog.getByRole('textbox', { name: 'Банк' }));
  await user.clear(dialog.getByRole('textbox', { name: 'Банк' }));
  await user.click(dialog.getByRole('radio', { name: 'СБП' }));
  await user.click(dialog.getByRole('radio', { name: 'Расчетный счет' }));
  expect(await dialog.findByDisplayValue(bank.name)).toBe(dialog.getByRole('textbox', { name: 'Банк' }));
});
