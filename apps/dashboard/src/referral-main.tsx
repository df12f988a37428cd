import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ReferralPage } from './features/referral-page/referral-page.tsx';

// A stranger's page alone: no session, no router and no Mantine, which together weigh as much again.
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
