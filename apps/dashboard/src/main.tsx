import './app/theme/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { createTabAuth } from './app/auth.ts';
import { routes } from './app/routes.tsx';
import { env } from './shared/env.ts';

// The scroll lock of Mantine's dialogs reads the nonce for its style element from this global.
Object.assign(globalThis, { __webpack_nonce__: env.styleNonce() });
// Zod reads this setting when schemas are created. It skips the check for `eval` support, which would violate the content security
// policy.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');

createRoot(root).render(
  <StrictMode>
    <App auth={createTabAuth()} router={createBrowserRouter(routes)} />
  </StrictMode>,
);
