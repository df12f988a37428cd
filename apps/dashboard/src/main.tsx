import './app/theme/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { createTabAuth } from './app/auth.ts';
import { routes } from './app/routes.tsx';
import { env } from './shared/env.ts';

// Where the scroll lock under Mantine's dialogs looks for the nonce of the style it writes.
Object.assign(globalThis, { __webpack_nonce__: env.styleNonce() });
// Where zod looks, as its schemas are made, for whether it may try code made of strings: the content policy forbids
// the very try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');

createRoot(root).render(
  <StrictMode>
    <App auth={createTabAuth()} router={createBrowserRouter(routes)} />
  </StrictMode>,
);
