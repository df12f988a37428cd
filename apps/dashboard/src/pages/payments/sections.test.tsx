import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { ACTS } from '@/testing/data/payouts/acts.ts';
import { ACCRUALS, PAYMENTS, serveMoney } from '@/testing/data/payouts/payments.ts';
import { REGISTRIES, registry } from '@/testing/data/payouts/registries.ts';
import { RECEIPTS, TAX_CHECKS, taxChecks } from '@/testing/data/payouts/tax-status.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { respond, server } from '@/testing/server.ts';
import { OrganizationPayments } from './organization-payments.tsx';

/** Opens the section of an organization and collects the statuses that it requests. */
function open(list: string, path: string, results: readonly object[] = []) {
  const statuses: (string | null)[] = [];
  serveMoney({});
  server.use(
    http.get(list, ({ request }) => {
      statuses.push(new URL(request.url).searchParams.get('status'));
      return HttpResponse.json({ results, next: null, previous: null });
    }),
  );
  signIn();
  return { ...mount(<OrganizationPayments />, path), statuses };
}

/** Opens the section of registries that has two registries in this status. */
function openRegistries(status: string) {
  const none = { draft: 0, approved: 0, sent: 0, closed: 0, canceled: 0 };
  respond('get', `${REGISTRIES}counts/`, 200, { ...none, all: 2, [status]: 2 });
  return open(REGISTRIES, '/payments?tab=registries', [registry]);
}

test.each([
  ['Выплаты', PAYMENTS, 'requested,draft,approved,processing,failed'],
  ['Реестры', REGISTRIES, 'draft,approved,sent'],
  ['Документы банка', '/api/referral/bank-documents/', 'proposed'],
  ['Начисления', ACCRUALS, null],
  ['Чеки', RECEIPTS, 'awaited'],
  ['Акты', ACTS, 'objected,issued'],
])(
  'the section «%s» opens on what needs an action, by its link and by its address',
  async (name, list, status) => {
    const { user, statuses, path } = open(list, '/payments');
    const sections = within(await screen.findByRole('navigation', { name: 'Разделы выплат' }));
    await user.click(sections.getByRole('link', { name }));
    await waitFor(() => expect(statuses).toEqual([status]));
    expect(path()).toMatch(/^\/payments\?tab=[a-z]+$/);
  },
);

test('the tab «Все» of a section has its own address, and going back returns to the opening tab', async () => {
  const { user, statuses, router } = openRegistries('closed');
  await user.click(await screen.findByRole('link', { name: /^Все 2/ }));
  await waitFor(() => expect(router.state.location.search).toBe('?tab=registries&status=all'));
  expect(screen.getByRole('link', { name: /^Все 2/ })).toHaveAttribute('aria-current', 'page');
  await router.navigate(-1);
  await waitFor(() =>
    expect(screen.getByRole('link', { name: /^Не закрыты/ })).toHaveAttribute('aria-current', 'page'),
  );
  expect(statuses.slice(0, 2)).toEqual(['draft,approved,sent', null]);
});

test('a search in the opening tab stays in it', async () => {
  const { user, statuses } = openRegistries('draft');
  await user.type(await screen.findByRole('searchbox'), 'Р');
  await waitFor(() => expect(statuses).toHaveLength(2));
  expect(statuses[1]).toBe('draft,approved,sent');
});

test('a link with a filter and without a status shows all rows that match', async () => {
  const { statuses } = open(PAYMENTS, '/payments?tab=payments&without_act=true');
  await waitFor(() => expect(statuses).toEqual([null]));
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
  mount(<OrganizationPayments />, '/payments?tab=receipts');
  expect(await screen.findByText('Чеков пока нет')).toBeVisible();
});
