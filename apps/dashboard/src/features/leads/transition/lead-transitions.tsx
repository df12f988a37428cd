import { Alert, Button, Group, Menu, Stack } from '@mantine/core';
import type { Lead } from '@referral-dashboard/api-contract';
import { MoreMenu } from '../../../shared/ui/dropdown/more-menu.tsx';
import { Refusal } from '../../../shared/ui/form/refusal.tsx';
import { useKeptFocus } from '../../../shared/ui/form/use-kept-focus.ts';
import { useTold } from '../../../shared/ui/form/use-told.ts';
import { IconAlertCircle } from '../../../shared/ui/icons.ts';
import { transitionsFrom } from './transitions.ts';
import { useStartTransition } from './use-start-transition.tsx';

/** Transition buttons of a lead: at most two buttons, then a menu with refusals last. */
export function LeadTransitions({ lead }: { lead: Lead }) {
  const { start, conflict, failure, running, dialog } = useStartTransition();
  const told = useTold(conflict);
  const group = useKeptFocus();
  const transitions = transitionsFrom(lead.status);
  const steps = transitions.filter(({ isRefusal }) => !isRefusal).slice(0, 2);
  // If only refusals are available, the first one is a button, not a menu item.
  const buttons = steps.length > 0 ? steps : transitions.slice(0, 1);
  const rest = transitions.filter((one) => !buttons.includes(one));
  const step = (transition: (typeof transitions)[number]) => {
    const { to, label, isRefusal } = transition;
    return (
      <Button
        key={to}
        variant={transition === buttons[0] && !isRefusal ? 'filled' : 'default'}
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
      <Group ref={group} tabIndex={-1} gap="xs">
        {buttons.slice(0, -1).map(step)}
        {/* Keeps the menu on the same line as the last button. */}
        <Group gap="xs" wrap="nowrap">
          {buttons.slice(-1).map(step)}
          {rest.length > 0 && (
            <MoreMenu label="Другие действия">
              {rest.map(({ to, label, isRefusal }) => (
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
          ref={told}
          tabIndex={-1}
          role="alert"
          color="amber"
          title={conflict}
          icon={<IconAlertCircle size={20} stroke={1.75} />}
        >
          Ниже показано то, что сохранено. Решите, нужен ли еще ваш шаг.
        </Alert>
      )}
      <Refusal failure={failure} />
      {dialog}
    </Stack>
  );
}
