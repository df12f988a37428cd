import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serveMoney } from '@/testing/data/payouts/payments.ts';
import { RECEIPTS, TAX_CHECKS, taxChecks } from '@/testing/data/payouts/tax-status.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond } from '@/testing/server.ts';
import { OrganizationPayments } from './organization-payments.tsx';

test.each([
  ['Выплаты', '?tab=payments&status=requested%2Cdraft%2Capproved%2Cprocessing%2Cfailed'],
  ['Реестры', '?tab=registries&status=draft%2Capproved%2Csent'],
  ['Документы банка', '?tab=bank&status=proposed'],
  ['Начисления', '?tab=accruals'],
  ['Чеки', '?tab=receipts&status=awaited'],
  ['Акты', '?tab=acts&status=objected%2Cissued'],
])('the section «%s» opens on what needs an action', async (name, search) => {
  serveMoney({});
  signIn();
  mount(<OrganizationPayments />, '/payments');
  const sections = within(await screen.findByRole('navigation', { name: 'Разделы выплат' }));
  expect(sections.getByRole('link', { name })).toHaveAttribute('href', `/payments${search}`);
});

test('an opening tab without rows explains that the list has none at all', async () => {
  serveMoney({});
  respond('get', RECEIPTS, 200, { results: [], next: null, previous: null });
  const counts = { all: 0, awaited: 0, mismatched: 0, annulled: 0, received: 0, to_annul: 0, closed: 0 };
  respond('get', `${RECEIPTS}counts/`, 200, counts);
  respond('get', TAX_CHECKS, 200, taxChecks);
  const nobody = { count: 0, partners: [] };
  respond('get', `${RECEIPTS}remind/`, 200, {
    ...{ remindable: nobody, reminded_today: nobody, without_sign_in: nobody },
  });
  signIn();
  mount(<OrganizationPayments />, '/payments?tab=receipts&status=awaited');
  expect(await screen.findByText('Чеков пока нет')).toBeVisible();
});
