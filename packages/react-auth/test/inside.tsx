import type { ReactNode } from 'react';
import { AuthProvider, type RegisteredAuth } from '../src/index.ts';

/** Testing Library's option that renders inside a provider of `auth`. */
export const inside = (auth: RegisteredAuth) => ({
  wrapper: ({ children }: { children: ReactNode }) => <AuthProvider auth={auth}>{children}</AuthProvider>,
});
