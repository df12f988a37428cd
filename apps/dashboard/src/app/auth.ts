import { createAuth, messagesRu } from '@referral-dashboard/auth-core';
import { env } from '../shared/env.ts';
import { withSessionEnds } from '../shared/sign-out-reason.ts';
import { fetchOnce } from './early-answers.ts';

/** The session of this tab. A lost connection never ends it: see docs/decisions/0003-reading-the-product-text.md. */
export const auth = createAuth({
  baseUrl: env.apiBase(),
  messages: messagesRu,
  fetch: withSessionEnds(fetchOnce),
});
