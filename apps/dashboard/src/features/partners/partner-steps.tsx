import '@mantine/core/styles/Menu.layer.css';
import { ActionIcon, Button, Menu } from '@mantine/core';
import type { Partner } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { IconDots } from '../../shared/ui/icons.ts';
import { movesFrom, type PartnerMove } from './partner-moves.ts';

const PartnerMoveDialog = lazy(() => import('./partner-move-dialog.tsx'));

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
        <Menu position="bottom-end" shadow="sm">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label="Другие действия">
              <IconDots size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((one) => (
              <Menu.Item
                key={one.word}
                onClick={() => setAsked(one)}
                {...(one.isRefusal && { color: 'red' })}
              >
                {one.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Suspense fallback={null}>
        {asked && <PartnerMoveDialog partner={partner} move={asked} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  );
}
