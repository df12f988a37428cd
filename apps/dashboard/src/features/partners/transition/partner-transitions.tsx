import { Button, Menu } from '@mantine/core';
import type { Partner } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { MoreMenu } from '../../../shared/ui/more-menu.tsx';
import { movesFrom, type PartnerMove } from './transitions.ts';

const PartnerMoveDialog = lazy(() => import('./transition-dialog.tsx'));

/** The next step about a partner as a button, the rest in a menu. */
export function PartnerSteps({ partner }: { partner: Partner }) {
  const [asked, setAsked] = useState<PartnerMove | null>(null);
  const moves = movesFrom(partner.status);
  const next = moves.find(({ isRefusal }) => !isRefusal);
  const others = moves.filter((one) => one !== next);
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
        {asked && <PartnerMoveDialog partner={partner} move={asked} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  );
}
