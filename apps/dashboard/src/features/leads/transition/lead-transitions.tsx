import { Alert, Button, Group, Menu, Stack } from '@mantine/core';
import type { Lead } from '@referral-dashboard/api-contract';
import { MoreMenu } from '@/shared/ui/dropdown/more-menu.tsx';
import { ActionError } from '@/shared/ui/form/action-error.tsx';
import { useErrorFocus } from '@/shared/ui/form/use-error-focus.ts';
import { useGroupFocus } from '@/shared/ui/form/use-group-focus.ts';
import { IconAlertCircle } from '@/shared/ui/icons.ts';
import { getTransitions } from './transitions.ts';
import { useTransitionWithDialog } from './use-transition-with-dialog.tsx';

/** Transition buttons of a lead: at most two buttons, then a menu with refusals last. */
export function LeadTransitions({ lead }: { lead: Lead }) {
  const { start, conflict, failure, running, dialog } = useTransitionWithDialog();
  const alertRef = useErrorFocus(conflict);
  const groupRef = useGroupFocus();
  const transitions = getTransitions(lead.status);
  const forwardTransitions = transitions.filter(({ isRefusal }) => !isRefusal).slice(0, 2);
  // If only refusals are available, the first one is a button, not a menu item.
  const buttonTransitions = forwardTransitions.length > 0 ? forwardTransitions : transitions.slice(0, 1);
  const menuTransitions = transitions.filter((transition) => !buttonTransitions.includes(transition));
  const renderButton = (transition: (typeof transitions)[number]) => {
    const { to, label, isRefusal } = transition;
    return (
      <Button
        key={to}
        variant={transition === buttonTransitions[0] && !isRefusal ? 'filled' : 'default'}
        loading={running?.to === to}
        disabled={running !== null}
        onClick={() => start(lead, to)}
      >
        {label}
      </Button>
    );
  };
  return (
    <Stack gap="sm">
      <Group ref={groupRef} tabIndex={-1} gap="xs">
        {buttonTransitions.slice(0, -1).map(renderButton)}
        {/* Keeps the menu on the same line as the last button. */}
        <Group gap="xs" wrap="nowrap">
          {buttonTransitions.slice(-1).map(renderButton)}
          {menuTransitions.length > 0 && (
            <MoreMenu label="Другие действия">
              {menuTransitions.map(({ to, label, isRefusal }) => (
                <Menu.Item key={to} {...(isRefusal && { color: 'red' })} onClick={() => start(lead, to)}>
                  {label}
                </Menu.Item>
              ))}
            </MoreMenu>
          )}
        </Group>
      </Group>
      {conflict && (
        <Alert
          ref={alertRef}
          tabIndex={-1}
          role="alert"
          color="amber"
          title={conflict}
          icon={<IconAlertCircle size={20} stroke={1.75} />}
        >
          Ниже показано то, что сохранено. Решите, нужен ли еще ваш шаг.
        </Alert>
      )}
      <ActionError failure={failure} />
      {dialog}
    </Stack>
  );
}
