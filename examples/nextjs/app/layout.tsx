import type { ReactNode } from 'react';
import { Session } from './session';

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Session>{children}</Session>
      </body>
    </html>
  );
}
