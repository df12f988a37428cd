import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { organization } from '@/testing/data/organization.ts';
import { signIn } from '@/testing/data/people.ts';
import { mount } from '@/testing/mount.tsx';
import { holdResponse, respond } from '@/testing/server.ts';
import { PaymentRules } from './payment-rules.tsx';

test('the rule of the second approver can be switched on', async () => {
  signIn();
  const { user } = mount(<PaymentRules />);
  const { release, bodies } = holdResponse('patch', '/api/referral/organization/', {
    ...organization,
    four_eyes: true,
  });
  const ruleSwitch = await screen.findByRole('switch', { name: /Утверждает не тот, кто сформировал/ });
  expect(ruleSwitch).not.toBeChecked();
  expect(screen.getByRole('switch', { name: /добавил начисление или реквизиты/ })).toBeDisabled();
  await user.click(ruleSwitch);
  await waitFor(() => expect(bodies).toEqual([{ four_eyes: true }]));
  respond('get', '/api/referral/organization/', 200, { ...organization, four_eyes: true });
  release();
  await waitFor(() => expect(ruleSwitch).toBeChecked());
  expect(await screen.findByText('Выплату утверждает не тот, кто ее сформировал')).toBeVisible();
});

test('the second approver can also be required for accruals and requisites', async () => {
  respond('get', '/api/referral/organization/', 200, { ...organization, four_eyes: true });
  signIn();
  const { user } = mount(<PaymentRules />);
  const { release, bodies } = holdResponse('patch', '/api/referral/organization/', organization);
  const ruleSwitch = await screen.findByRole('switch', { name: /добавил начисление или реквизиты/ });
  await user.click(ruleSwitch);
  await waitFor(() => expect(bodies).toEqual([{ separate_approver: true }]));
  respond('get', '/api/referral/organization/', 200, {
    ...organization,
    four_eyes: true,
    separate_approver: true,
  });
  release();
  await waitFor(() => expect(ruleSwitch).toBeChecked());
  expect(await screen.findByText(/не тот, кто добавил в нее начисление или реквизиты/)).toBeVisible();
});
