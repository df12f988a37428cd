import type { Program, SiteForm } from '@referral-dashboard/api-contract';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { ownSite, SITE_FORMS, siteForm } from '@/testing/data/api-keys.ts';
import { anna, signIn } from '@/testing/data/people.ts';
import { program } from '@/testing/data/program-pages.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import { OwnSite } from '../own-site.tsx';

const ADDRESS = `${location.origin}/api/public/forms/secret/`;

const activity = { weekly_leads: Array.from({ length: 12 }, () => 0), deal_share_bps: null };

/** Mocks the addresses, the programs and the own site. @returns the calls that change addresses. */
function serveSiteForms(initial: readonly SiteForm[], programs: readonly Partial<Program>[] = []) {
  const calls: { call: string; body: unknown }[] = [];
  let forms = [...initial];
  const change = (values: Partial<SiteForm>) => {
    forms = forms.map((form) => ({ ...form, ...values }));
    return HttpResponse.json(forms[0]);
  };
  respond('get', '/api/referral/own-site/', 200, ownSite);
  server.use(
    http.get('/api/referral/programs/', () =>
      HttpResponse.json({
        next: null,
        previous: null,
        results: programs.map((one) => ({ ...program, activity, ...one })),
      }),
    ),
    http.get(SITE_FORMS, () => HttpResponse.json({ results: forms })),
    http.post(SITE_FORMS, async ({ request }) => {
      calls.push({ call: 'create', body: await request.json() });
      forms = [siteForm];
      return HttpResponse.json(siteForm, { status: 201 });
    }),
    http.patch(`${SITE_FORMS}:id/`, async ({ request }) => {
      const body = (await request.json()) as { is_on: boolean };
      calls.push({ call: 'update', body });
      return change(body);
    }),
    http.post(`${SITE_FORMS}:id/rotate/`, () => {
      calls.push({ call: 'rotate', body: undefined });
      return change({ path: '/api/public/forms/other/' });
    }),
  );
  return calls;
}

function openOwnSite(...parameters: Parameters<typeof serveSiteForms>) {
  const calls = serveSiteForms(...parameters);
  signIn();
  return { calls, ...mount(<OwnSite />, '/profile/developers') };
}

const openMenu = async (user: ReturnType<typeof mount>['user'], item: string) => {
  await user.click(await screen.findByRole('button', { name: 'Действия: адрес для форм, Окна' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

test('an owner creates the address of a program and copies it', async () => {
  const { user, calls } = openOwnSite([], [siteForm.program]);
  const create = await screen.findByRole('button', { name: 'Создать адрес' });
  await waitFor(() => expect(create).toBeEnabled());
  await user.click(create);
  await user.click(await screen.findByRole('button', { name: 'Скопировать адрес' }));
  expect(await navigator.clipboard.readText()).toBe(ADDRESS);
  expect(screen.getByText('Заявок еще не было')).toBeVisible();
  expect(calls).toEqual([{ call: 'create', body: { program: siteForm.program.id } }]);
  expect(screen.queryByRole('button', { name: 'Создать адрес' })).toBeNull();
});

test('the last form shows whether it was accepted, and why not', async () => {
  const at = '2026-08-25T11:07:00Z';
  openOwnSite([
    { ...siteForm, last_form: { at, result: 'accepted', problem: '' } },
    {
      ...siteForm,
      id: '00000008-0000-7000-8000-000000000012',
      program: { ...siteForm.program, name: 'Двери' },
      last_form: { at, result: 'refused', problem: 'В форме нет телефона.' },
    },
  ]);
  expect(await screen.findByText('Последняя заявка принята')).toBeVisible();
  expect(screen.getByText('Последняя заявка не принята')).toBeVisible();
  expect(screen.getByText(/14:07\. В форме нет телефона\.$/)).toBeVisible();
});

test('a replaced address is shown instead of the former one', async () => {
  const { user, calls } = openOwnSite([siteForm]);
  await openMenu(user, 'Заменить адрес');
  const dialog = within(await screen.findByRole('dialog', { name: 'Заменить адрес для форм?' }));
  await user.click(dialog.getByRole('button', { name: 'Заменить' }));
  expect(await screen.findByText(`${location.origin}/api/public/forms/other/`)).toBeVisible();
  expect(screen.queryByText(ADDRESS)).toBeNull();
  expect(calls.map(({ call }) => call)).toEqual(['rotate']);
});

test('an address is switched off after a confirmation, and on again', async () => {
  const { user, calls } = openOwnSite([siteForm]);
  await openMenu(user, 'Выключить');
  const dialog = within(await screen.findByRole('dialog', { name: 'Выключить адрес для форм?' }));
  await user.click(dialog.getByRole('button', { name: 'Выключить' }));
  expect(await screen.findByText('Выключен')).toBeVisible();
  await openMenu(user, 'Включить');
  expect(await screen.findByText('Заявок еще не было')).toBeVisible();
  expect(calls.map(({ body }) => body)).toEqual([{ is_on: false }, { is_on: true }]);
});

test('a manager sees no addresses', async () => {
  serveSiteForms([siteForm]);
  signIn({ ...anna, permissions: ['programs', 'ownSite'] });
  mount(<OwnSite />, '/profile/developers');
  expect(await screen.findByText('Заявок с сайта пока не было.')).toBeVisible();
  expect(screen.queryByText('Адрес для форм')).toBeNull();
});
