import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aLead, serveLeads } from '../../../testing/data/leads.ts';
import { signIn } from '../../../testing/data/people.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { setViewport } from '../../../testing/viewport.ts';

test('on a phone the filters come as a sheet that has all of them when it is first seen, and give the focus back', async () => {
  setViewport(360);
  serveLeads([aLead(1)]);
  signIn();
  const app = openApp('/leads');
  const button = await screen.findByRole('button', { name: 'Фильтры' });
  await app.user.click(button);
  const sheet = await screen.findByRole('dialog', { name: 'Фильтры' });
  expect(within(sheet).getByRole('checkbox', { name: 'Партнер' })).toBeInTheDocument();
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await app.user.keyboard('{Escape}');
  await waitFor(() => expect(sheet).not.toBeInTheDocument());
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await waitFor(() => expect(button).toHaveFocus());
});
