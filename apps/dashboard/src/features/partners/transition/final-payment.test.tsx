import type { Partner } from '@referral-dashboard/api-contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SMIRNOV_URL, servePartner, smirnov } from '@/testing/data/partners.ts';
import { draftPayment } from '@/testing/data/payouts/payments.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, respond } from '@/testing/server.ts';
import { FinalPaymentNotice } from './final-payment-notice.tsx';
import { PartnerTransitions } from './partner-transitions.tsx';

const PAYMENTS_URL = '/api/referral/payments/';
const payment = { ...draftPayment, is_final: true, amount_kop: 330_000 };

async function openCard(partner: Partner = smirnov) {
  servePartner({ partner });
  signIn();
  const { user } = mount(
    <>
      <PartnerTransitions partner={partner} />
      <FinalPaymentNotice partner={partner} />
    </>,
  );
  await screen.findByRole('button', { name: 'Другие действия' });
  const openTransitionDialog = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'Другие действия' }));
    await user.click(await screen.findByRole('menuitem', { name }));
    return within(await screen.findByRole('dialog'));
  };
  return { user, openTransitionDialog };
}

test('archiving a partner creates the final payment once', async () => {
  const { user, openTransitionDialog } = await openCard();
  const dialog = await openTransitionDialog('В архив');
  const checkbox = await dialog.findByRole('checkbox', {
    name: /Сформировать финальную выплату на 3.300,00.₽/,
  });
  expect(checkbox).toBeChecked();
  respond('post', `${SMIRNOV_URL}archive/`, 200, { ...smirnov, status: 'archived' });
  const { bodies, release } = holdResponse('post', PAYMENTS_URL, payment);
  await user.dblClick(dialog.getByRole('button', { name: 'В архив' }));
  release();
  expect(await screen.findByText('Финальная выплата сформирована')).toBeVisible();
  expect(bodies).toEqual([{ partner: smirnov.id, is_final: true }]);
});

test('blocking a partner does not offer the final payment by default', async () => {
  const { openTransitionDialog } = await openCard();
  const dialog = await openTransitionDialog('Заблокировать');
  expect(await dialog.findByRole('checkbox', { name: /финальную выплату/ })).not.toBeChecked();
});

test('a partner without available money gets no offer of a final payment', async () => {
  const { openTransitionDialog } = await openCard({
    ...smirnov,
    balance: { ...smirnov.balance, available_kop: 0 },
  });
  const dialog = await openTransitionDialog('В архив');
  expect(await dialog.findByRole('button', { name: 'В архив' })).toBeVisible();
  expect(dialog.queryByRole('checkbox')).toBeNull();
});

test('an archived partner with a balance is offered the final payment, and its failure is shown', async () => {
  const { user } = await openCard({ ...smirnov, status: 'archived' });
  expect(await screen.findByText(/^Не выплачено 3.300,00.₽$/)).toBeVisible();
  respond('post', PAYMENTS_URL, 409, {
    code: 'below_minimum',
    detail: 'Платить нечего: доступных начислений нет.',
  });
  await user.click(screen.getByRole('button', { name: 'Сформировать финальную выплату' }));
  expect(await screen.findByText(/Платить нечего/)).toBeVisible();
});
