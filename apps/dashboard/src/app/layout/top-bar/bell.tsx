import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { type ComponentType, lazy, memo, Suspense, useState } from 'react';
import { IconBell } from '@/shared/ui/icons.ts';
import classes from './bell.module.css';

/** Loaded separately because they call the API. The bell works without the count if loading fails. */
const UnreadBadge = lazy<ComponentType>(() =>
  import('./unread-badge.tsx').catch(() => ({ default: () => null })),
);
const BellDrawer = lazy(() => import('./bell-drawer.tsx'));

/** Bell button with the number of unread messages; opens the messages. */
export const Bell = memo(function Bell({ isNarrow = false }: { isNarrow?: boolean }) {
  const [state, setState] = useState<'unopened' | 'open' | 'closed'>('unopened');
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={isNarrow ? 44 : 36}
        className={classes['bell']}
        aria-haspopup="dialog"
        onClick={() => setState('open')}
      >
        <IconBell size={20} stroke={1.75} aria-hidden />
        <VisuallyHidden>Уведомления</VisuallyHidden>
        <Suspense fallback={null}>
          <UnreadBadge />
        </Suspense>
      </ActionIcon>
      <Suspense fallback={null}>
        {state !== 'unopened' && <BellDrawer isOpen={state === 'open'} onClose={() => setState('closed')} />}
      </Suspense>
    </>
  );
});
