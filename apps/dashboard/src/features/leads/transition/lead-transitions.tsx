import { Alert, Button, Group, Menu, Stack } from '@mantine/core';
import type { Lead } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { type ErrorSentence, errorSentence } from '../../../shared/errors/sentence.ts';
import { IconAlertCircle } from '../../../shared/ui/icons.ts';
import { MoreMenu } from '../../../shared/ui/more-menu.tsx';
import { type Move, movesFrom } from './transitions.ts';
import { useLeadMove } from './use-lead-transition.ts';

const MoveDialog = lazy(() => import('./transition-dialog.tsx'));

/** The next step of a lead: one filled button, one beside it, the rest in a menu with the refusals last. */
export function LeadSteps({ lead }: { lead: Lead }) {
  const { move, conflict, moving } = useLeadMove();
  const [asked, setAsked] = useState<Move | null>(null);
  const [failure, setFailure] = useState<ErrorSentence | null>(null);
  const moves = movesFrom(lead.status);
  const steps = moves.filter(({ isRefusal }) => !isRefusal).slice(0, 2);
  // Where only refusals are left, the first is named rather than hidden.
  const buttons = steps.length > 0 ? steps : moves.slice(0, 1);
  const rest = moves.filter((one) => !buttons.includes(one));

  const take = (one: Move) => {
    setFailure(null);
    if (one.asks) setAsked(one);
    else move(lead, one.to).catch((error: unknown) => setFailure(errorSentence(error, 'Статус не изменен')));
  };
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {buttons.map((one, index) => (
          <Button
            key={one.to}
            variant={index === 0 && !one.isRefusal ? 'filled' : 'default'}
            loading={moving?.to === one.to}
            disabled={moving !== null}
            onClick={() => take(one)}
          >
            {one.label}
          </Button>
        ))}
        {rest.length > 0 && (
          <MoreMenu label="Другие действия">
            {rest.map((one) => (
              <Menu.Item key={one.to} {...(one.isRefusal && { color: 'red' })} onClick={() => take(one)}>
                {one.label}
              </Menu.Item>
            ))}
          </MoreMenu>
        )}
      </Group>
      {conflict && (
        <Alert role="alert" color="amber" title={conflict} icon={<IconAlertCircle size={20} stroke={1.75} />}>
          Ниже показано то, что сохранено. Решите, нужен ли еще ваш шаг.
        </Alert>
      )}
      {failure && (
        <Alert role="alert" color="red" title={failure.title}>
          {failure.advice}
        </Alert>
      )}
      <Suspense fallback={null}>
        {asked && (
          <MoveDialog
            move={asked}
            from={lead.status}
            subject={`${lead.number} ${lead.name}`}
            lead={lead}
            onMove={(given) => move(lead, asked.to, given)}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </Stack>
  );
}
