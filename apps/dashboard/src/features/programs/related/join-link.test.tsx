import type { Organization } from '@referral-dashboard/api-contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signIn } from '@/testing/data/people.ts';
import { organization, program } from '@/testing/data/program-pages.ts';
import { mount } from '@/testing/mount.tsx';
import { respond } from '@/testing/server.ts';
import { JoinLink } from './join-link.tsx';

const legalDocument = {
  version: 1,
  text: 'Текст',
  sha256: 'a'.repeat(64),
  since: '2026-08-01T09:00:00.000Z',
};
const url = 'https://ref.example.ru/join/0123456789ab';

function mountJoinLink(join_policy: 'open' | 'closed', documents: Partial<Organization>) {
  signIn();
  respond('get', `/api/referral/programs/${program.id}/join-link/`, 200, {
    url,
    qr: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });
  return mount(
    <>
      <JoinLink program={{ ...program, join_policy }} organization={{ ...organization, ...documents }} />
      <p>Партнеры программы</p>
    </>,
  );
}

test('an open program shows its link with copying and a QR code', async () => {
  const { user } = mountJoinLink('open', { offer: legalDocument, personal_data: legalDocument });
  const linkSection = within(await screen.findByRole('region', { name: 'Ссылка для новых партнеров' }));
  expect(await linkSection.findByText(url)).toBeVisible();
  await user.click(linkSection.getByRole('button', { name: 'Скопировать ссылку' }));
  expect(await navigator.clipboard.readText()).toBe(url);
  await user.click(linkSection.getByRole('button', { name: 'QR-код' }));
  expect(await screen.findByRole('img', { name: 'QR-код ссылки для новых партнеров' })).toBeInTheDocument();
});

test('an organization without documents is led to its settings', async () => {
  mountJoinLink('open', { offer: legalDocument, personal_data: null });
  expect(await screen.findByText('Партнеры не могут подать заявку сами')).toBeVisible();
  const settingsLink = screen.getByRole('link', { name: 'настройках организации' });
  expect(settingsLink).toHaveAttribute('href', '/profile/organization');
});

test('a closed program shows no link', async () => {
  mountJoinLink('closed', { offer: legalDocument, personal_data: legalDocument });
  await screen.findByText('Партнеры программы');
  expect(screen.queryByRole('region', { name: 'Ссылка для новых партнеров' })).not.toBeInTheDocument();
  expect(screen.queryByText('Партнеры не могут подать заявку сами')).not.toBeInTheDocument();
});
