import { useAuthState } from '@referral-dashboard/react-auth';
import { lazy, Suspense, useState } from 'react';
import { env } from '@/shared/env.ts';
import { IconLifebuoy } from '@/shared/ui/icons.ts';
import { SidebarItem } from './sidebar-item.tsx';
import { getSupportContacts } from './support.ts';

const SupportDialog = lazy(() => import('./support-dialog.tsx'));

/** Link to the support address at the bottom of the sidebar. Opens a dialog when there is no address or more than one. */
export function SupportLink({ isRail = false }: { isRail?: boolean }) {
  const user = useAuthState((state) => state.user);
  const contacts = getSupportContacts(user, env.supportUrl());
  const urls = new Set(contacts.map(({ url }) => url));
  const [first = ''] = urls;
  const url = urls.size === 1 ? first : '';
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
      <Suspense fallback={null}>
        {isOpen && <SupportDialog contacts={contacts} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
