import { expect } from '@playwright/test';
import type { TestServer } from '@referral-dashboard/api/testing';
import { apiAs } from './api.ts';
import { organization } from './people.ts';
import { settled, type View, type Visit } from './view.ts';

/** Creates an active program that partners join by request. */
export async function createJoinProgram(server: TestServer) {
  const call = await apiAs(server, organization);
  await call('PATCH', 'organization/', {
    offer: 'Договор с партнером.',
    personal_data: 'Согласен на обработку данных.',
    privacy_policy_url: 'https://example.ru/privacy',
  });
  const program = await call<{ id: string; join_code: string }>('POST', 'programs/', {
    name: 'Окна',
    reward: { kind: 'fixed', fixed_kop: 50_000 },
    landing: { title: 'Окна' },
    consent_text: 'Согласен на обработку персональных данных.',
    join_policy: 'by_request',
  });
  await call('POST', `programs/${program.id}/activate/`, {});
  return program;
}

async function openForm({ page, server }: Visit) {
  const { join_code } = await createJoinProgram(server);
  await page.goto(`/join/${join_code}`);
  await settled(page);
  await expect(page.getByRole('form', { name: 'Заявка партнера' })).toBeVisible();
}

/** States of the application page and of the pages that recover a password. */
export const joinViews: readonly View[] = [
  { name: 'join', open: openForm },
  {
    name: 'join-refused',
    open: async (visit) => {
      await openForm(visit);
      await visit.page.getByRole('button', { name: 'Отправить заявку' }).click();
      await expect(visit.page.getByText('Без согласия заявку отправить нельзя')).toBeVisible();
    },
  },
  {
    name: 'join-closed',
    open: async ({ page, server }) => {
      const { id, join_code } = await createJoinProgram(server);
      const call = await apiAs(server, organization);
      await call('POST', `programs/${id}/pause/`, {});
      await page.goto(`/join/${join_code}`);
      await expect(page.getByRole('heading', { name: 'Заявки не принимаются' })).toBeVisible();
    },
  },
  {
    name: 'join-unknown',
    open: async ({ page }) => {
      await page.goto('/join/000000000000');
      await expect(page.getByRole('heading', { name: 'Такой ссылки нет' })).toBeVisible();
    },
  },
  {
    name: 'reset-expired',
    open: async ({ page }) => {
      await page.goto('/reset/unknown');
      await expect(page.getByRole('link', { name: 'Получить новую ссылку' })).toBeVisible();
    },
  },
  {
    name: 'forgot',
    open: async ({ page }) => {
      await page.goto('/forgot');
      await settled(page);
      await expect(page.getByText(/у организации, с которой работает/)).toBeVisible();
    },
  },
];
