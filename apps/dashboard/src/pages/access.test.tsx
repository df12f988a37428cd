import { screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, test } from 'vitest';
import { ownSite } from '../testing/data/api-keys.ts';
import { anna, signIn, userWithoutRole } from '../testing/data/people.ts';
import { mount } from '../testing/mount.tsx';
import { respond } from '../testing/server.ts';
import LeadsPage from './leads.tsx';
import DevelopersPage from './profile/developers.tsx';
import JournalPage from './profile/journal.tsx';
import TeamPage from './profile/team.tsx';
import ProgramPage from './program.tsx';
import ProgramCreatePage from './program-create.tsx';
import ProgramsPage from './programs.tsx';

const program = '/referral/program/0190a000-0000-7000-8000-000000000001';

test.each<[string, ComponentType]>([
  ['/leads', LeadsPage],
  ['/referral/program', ProgramsPage],
  ['/referral/program/create', ProgramCreatePage],
  [program, ProgramPage],
])('%s asks a user without a role to wait for one', async (address, Page) => {
  signIn(userWithoutRole);
  mount(<Page />, address);
  expect(await screen.findByText('Раздел откроется, когда у вас будет роль')).toBeVisible();
});

test('the team page shows a manager who manages the team and has no tab for it', async () => {
  signIn({ ...anna, permissions: ['programs'] });
  mount(<TeamPage />, '/profile/team');
  expect(await screen.findByText('Недоступно для вашей должности')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Команда' })).toBeNull();
});

test('the team page marks its tab among those of the profile', async () => {
  signIn();
  mount(<TeamPage />, '/profile/team');
  expect(await screen.findByRole('link', { name: 'Команда' })).toHaveAttribute('aria-current', 'page');
});

test('the journal page shows a manager that owners read it and has no tab for it', async () => {
  signIn({ ...anna, permissions: ['programs'] });
  mount(<JournalPage />, '/profile/journal');
  expect(await screen.findByText('Журнал действий видят владельцы организации.')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Журнал' })).toBeNull();
});

test('the page for developers shows a manager the own site, and no keys and webhooks', async () => {
  signIn({ ...anna, permissions: ['programs', 'ownSite'] });
  respond('get', '/api/referral/own-site/', 200, ownSite);
  mount(<DevelopersPage />, '/profile/developers');
  expect(await screen.findByRole('button', { name: 'Скопировать скрипт' })).toBeVisible();
  expect(screen.getByText(/Ключ создает владелец организации\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Для разработчиков' })).toHaveAttribute('aria-current', 'page');
  expect(screen.queryByRole('button', { name: /ключ|вебхук/ })).toBeNull();
  expect(screen.queryByRole('region', { name: /Ключи|Вебхуки/ })).toBeNull();
});

test('the page for developers shows a viewer that owners manage API keys and has no tab for it', async () => {
  signIn({ ...anna, permissions: ['programs'] });
  mount(<DevelopersPage />, '/profile/developers');
  expect(await screen.findByText('Ключами API и вебхуками управляют владельцы организации.')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Для разработчиков' })).toBeNull();
});
