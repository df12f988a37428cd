import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createLead, serveLeads } from '@/testing/data/leads.ts';
import { mountLeads } from '@/testing/mount-leads.tsx';
import { setViewport } from '@/testing/viewport.ts';

test('on a phone the filters open as a complete dialog and return the focus when closed', async () => {
  setViewport(360);
  serveLeads([createLead(1)]);
  const app = mountLeads();
  const button = await screen.findByRole('button', { name: 'Фильтры' });
  await app.user.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Фильтры' });
  expect(within(dialog).getByRole('checkbox', { name: 'Партнер' })).toBeInTheDocument();
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await app.user.keyboard('{Escape}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await waitFor(() => expect(button).toHaveFocus());
});
