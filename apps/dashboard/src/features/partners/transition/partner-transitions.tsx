import { Button, Menu } from '@mantine/core';
import type { Partner } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { MoreMenu } from '../../../shared/ui/more-menu.tsx';
import { type PartnerTransition, transitionsFrom } from './transitions.ts';

const TransitionDialog = lazy(() => import('./transition-dialog.tsx'));

/** The next transition of a partner as a button, the rest in a menu. */
export function PartnerTransitions({ partner }: { partner: Partner }) {
  const [asked, setAsked] = useState<PartnerTransition | null>(null);
  const transitions = transitionsFrom(partner.status);
  const next = transitions.find(({ isRefusal }) => !isRefusal);
  const others = transitions.filter((one) => one !== next);
  return (
    <>
      {next && <Button onClick={() => setAsked(next)}>{next.label}</Button>}
      {others.length > 0 && (
        <MoreMenu label="Другие действия">
          {others.map((one) => (
            <Menu.Item key={one.word} onClick={() => setAsked(one)} {...(one.isRefusal && { color: 'red' })}>
              {one.label}
            </Menu.Item>
          ))}
        </MoreMenu>
      )}
      <Suspense fallback={null}>
        {asked && <TransitionDialog partner={partner} transition={asked} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  );
}
