import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { ReferralPage } from './features/referral-page/referral-page.tsx';
import type { PageContent } from './features/referral-page/use-referral-page.ts';

// The public page without the session, the router and Mantine, which would double its size.
const root = document.getElementById('root');
if (!root) throw new Error('referral.html has no element with the id "root".');
const data = document.getElementById('server-data')?.textContent;
const rendered = data ? (JSON.parse(data) as PageContent & { code: string }) : null;

const content = (
  <StrictMode>
    <main>
      <ReferralPage code={rendered?.code ?? ''} rendered={rendered} />
    </main>
  </StrictMode>
);
hydrateRoot(root, content);
