import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ReferralPage } from './features/referral-page/referral-page.tsx';

// Public page without the session, router and Mantine, which would double its size.
const root = document.getElementById('root');
if (!root) throw new Error('referral.html has no element with the id "root".');
const [, , code = ''] = location.pathname.split('/');

createRoot(root).render(
  <StrictMode>
    <main>
      <ReferralPage code={decodeURIComponent(code)} />
    </main>
  </StrictMode>,
);
