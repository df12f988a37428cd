import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serveLeads } from '../testing/data/leads.ts';
import { anna, partner, signIn } from '../testing/data/people.ts';
import { openApp } from '../testing/open-app.tsx';
import { holdResponse, server, urls } from '../testing/server.ts';

const READS = ['/api/referral/leads/', '/api/referral/leads/counts/'];

// A page whose code never finishes loading.
vi.mock('../pages/leads.tsx', () => new Promise(() => undefined));

/** Records reads of leads as `path token`. */
function recordReads() {
  const sent: string[] = [];
  server.events.on('request:start', ({ request }) => {
    const { pathname } = new URL(request.url);
    if (READS.includes(pathname)) sent.push(`${pathname} ${request.headers.get('authorization')}`);
  });
  onTestFinished(() => server.events.removeAllListeners());
  return sent;
}

const withToken = (token: string) => READS.map((path) => `${path} Bearer ${token}`);

test('the first reads of a page start while its code loads and the session is verified', async () => {
  signIn();
  serveLeads([]);
  holdResponse('post', urls.verify, {});
  const sent = recordReads();
  openApp('/leads');
  await waitFor(() => expect(sent.toSorted()).toEqual(withToken('access-1')));
});

test('a page with a query in its address starts no reads before its code has loaded', async () => {
  signIn();
  serveLeads([]);
  const sent = recordReads();
  openApp('/leads?status=new');
  await screen.findByRole('navigation', { name: 'Разделы' });
  expect(sent).toEqual([]);
});

test('nothing is read without a stored session', async () => {
  const sent = recordReads();
  openApp('/leads');
  await screen.findByRole('heading', { name: 'Вход' });
  expect(sent).toEqual([]);
});

test('after a sign-in of another user in another tab during startup, the reads are repeated for that user', async () => {
  signIn(anna);
  serveLeads([]);
  const { release } = holdResponse('post', urls.verify, {});
  const sent = recordReads();
  const app = openApp('/leads');
  await waitFor(() => expect(sent).toHaveLength(2));
  localStorage.setItem('access_token', 'of-the-partner');
  localStorage.setItem('user_data', JSON.stringify(partner));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
  release();
  await waitFor(() => expect(app.auth.getState().user?.['id']).toBe(partner.id));
  await waitFor(() => expect(sent.slice(2).toSorted()).toEqual(withToken('of-the-partner')));
});
