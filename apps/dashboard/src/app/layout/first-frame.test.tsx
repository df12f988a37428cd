import { act, screen } from '@testing-library/react';
import { Profiler, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { createLead, serveLeads } from '../../testing/data/leads.ts';
import { signIn } from '../../testing/data/people.ts';
import { openApp } from '../../testing/open-app.tsx';
import { setViewport } from '../../testing/viewport.ts';

test('a list on a phone renders once before its first frame', async () => {
  setViewport(360);
  // The tab list is wider than its container.
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(1000);
  const phases: string[] = [];
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Profiler id="application" onRender={(_id, phase) => void phases.push(phase)}>
      {children}
    </Profiler>
  );
  signIn();
  serveLeads([createLead(1)]);
  const { router } = openApp('/leads', { wrapper });
  const row = () => screen.findByRole('link', { name: /Клиент 1/ });
  await row();
  await act(() => router.navigate('/payments'));
  await screen.findByRole('heading', { level: 1, name: 'Выплаты' });
  phases.length = 0;
  await act(() => router.navigate('/leads'));
  await row();
  expect(phases).toContain('update');
  expect(phases).not.toContain('nested-update');
});
