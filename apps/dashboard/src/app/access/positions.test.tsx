import { getPermissions, type Position } from '@referral-dashboard/api-contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createLead, serveLeads } from '@/testing/data/leads.ts';
import { servePartner, smirnov } from '@/testing/data/partners.ts';
import { accrualOnHold, approvedPayment, serveMoney } from '@/testing/data/payouts/payments.ts';
import { anna, signIn } from '@/testing/data/people.ts';
import { openApp } from '@/testing/open-app.tsx';

const open = (position: Position, path: string) => {
  signIn({ ...anna, position, permissions: getPermissions(position) } as typeof anna);
  return openApp(path);
};
const button = (name: string | RegExp) => screen.queryByRole('button', { name });

test.each([
  ['manager', true],
  ['accountant', false],
  ['viewer', false],
] as const)(
  'an employee with position %s can add and move leads as the permission table allows',
  async (position, isOffered) => {
    const lead = createLead(1);
    serveLeads([lead]);
    open(position, `/leads?id=${lead.id}`);
    await screen.findByRole('heading', { name: lead.name });
    expect([button('Добавить лид'), button('Взять в работу'), button('Изменить')].every(Boolean)).toBe(
      isOffered,
    );
    expect([button('Добавить лид'), button('Взять в работу'), button('Изменить')].some(Boolean)).toBe(
      isOffered,
    );
  },
);

test.each([
  ['accountant', true],
  ['manager', false],
] as const)(
  'an employee with position %s can move money as the permission table allows',
  async (position, isOffered) => {
    serveMoney({ payments: [approvedPayment], accruals: [accrualOnHold] });
    open(position, `/payments?tab=payments&payment=${approvedPayment.id}`);
    // The payment items load after the buttons.
    await screen.findByText(accrualOnHold.number);
    expect(button('Отменить выплату') !== null).toBe(isOffered);
  },
);

test('a viewer reads a partner without payout methods and buttons', async () => {
  servePartner({});
  open('viewer', `/partners/${smirnov.id}`);
  await screen.findByRole('heading', { level: 2, name: 'Контакты' });
  for (const name of ['Изменить', 'Добавить', 'Добавить в программу', 'Другие действия'])
    expect(button(name)).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Реквизиты' })).toBeNull();
  expect(screen.queryByRole('tab', { name: 'Данные' })).toBeNull();
});

test.each(['/partner/create', '/referral/program/create'])(
  'the form at %s shows an accountant the required positions',
  async (path) => {
    open('accountant', path);
    expect(await screen.findByText('Недоступно для вашей должности')).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
  },
);

test('a session without a position has the permissions of an owner', async () => {
  serveLeads([createLead(1)]);
  signIn();
  openApp('/leads');
  expect(await screen.findByRole('button', { name: 'Добавить лид' })).toBeVisible();
});
