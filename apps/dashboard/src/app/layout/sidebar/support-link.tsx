import { lazy, Suspense, useState } from 'react';
import { env } from '../../../shared/env.ts';
import { IconLifebuoy } from '../../../shared/ui/icons.ts';
import { SidebarItem } from './sidebar-item.tsx';

const NoSupport = lazy(() => import('./no-support.tsx'));

/** The foot of the sidebar. It leads to the configured address; without one it names the person to ask. */
export function SupportLink({ isRail = false }: { isRail?: boolean }) {
  const url = env.supportUrl();
  const target = /^https?:/i.test(url) ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <SidebarItem
        label="Написать в техподдержку"
        icon={IconLifebuoy}
        isRail={isRail}
        renderRoot={(props) =>
          url ? (
            <a href={url} {...target} {...props} />
          ) : (
            <button type="button" {...props} onClick={() => setOpen(true)} />
          )
        }
      />
      <Suspense fallback={null}>{isOpen && <NoSupport onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
