import { Button, Group, Stack } from '@mantine/core';
import type { Payment } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { isConflict } from '../../../shared/api/failure.ts';
import { useApiMutation } from '../../../shared/api/use-api-mutation.ts';
import { useReasonField } from '../../../shared/ui/form/fields/reason-field.tsx';
import { useGroupFocus } from '../../../shared/ui/form/use-group-focus.ts';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { CHANGED_BY_MONEY } from '../payment.ts';
import { PaymentRefusal } from './payment-refusal.tsx';
import {
  type PaidTransition,
  type PaymentTransition,
  type PlainTransition,
  type ReasonTransition,
  TRANSITIONS,
} from './transitions.ts';

const ReasonDialog = lazy(() => import('../reason-dialog.tsx'));
const MarkPaid = lazy(() => import('./mark-paid.tsx'));

/** Transitions of a payment: the next one is a filled button, refusals are last and red. */
export function PaymentTransitions({ payment }: { payment: Payment }) {
  const [asked, setAsked] = useState<ReasonTransition | PaidTransition | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const group = useGroupFocus();
  const close = () => setAsked(null);
  const done = ({ done: title }: PaymentTransition) => {
    close();
    void toast.success({ title, description: `Выплата ${payment.number}` });
  };
  const refused = (error: Error) => {
    setFailure(error);
    close();
  };
  const start = (transition: ReasonTransition | PaidTransition) => {
    setFailure(null);
    setAsked(transition);
  };
  const transitions = TRANSITIONS[payment.status];
  return (
    <Stack gap="sm">
      {transitions.length > 0 && (
        <Group ref={group} tabIndex={-1} gap="xs">
          {transitions.map((transition, index) => {
            const look = lookOf(transition, index === 0);
            if (transition.kind !== 'plain')
              return (
                <Button key={transition.label} {...look} onClick={() => start(transition)}>
                  {transition.label}
                </Button>
              );
            const { label } = transition;
            return (
              <PlainButton
                key={label}
                payment={payment}
                transition={transition}
                look={look}
                onDone={done}
                onFailure={setFailure}
              />
            );
          })}
        </Group>
      )}
      {failure && <PaymentRefusal error={failure} payment={payment} />}
      <Suspense fallback={null}>
        {asked?.kind === 'paid' && (
          <MarkPaid payment={payment} onDone={() => done(asked)} onRefused={refused} onClose={close} />
        )}
        {asked?.kind === 'reason' && (
          <Ask payment={payment} transition={asked} onDone={done} onRefused={refused} onClose={close} />
        )}
      </Suspense>
    </Stack>
  );
}

const lookOf = ({ kind }: PaymentTransition, isFirst: boolean) =>
  kind === 'reason'
    ? ({ variant: 'subtle', color: 'red' } as const)
    : ({ variant: isFirst ? 'filled' : 'default' } as const);

type PlainButtonProps = {
  payment: Payment;
  transition: PlainTransition;
  look: ReturnType<typeof lookOf>;
  onDone: (transition: PaymentTransition) => void;
  onFailure: (error: Error | null) => void;
};

function PlainButton({ payment: { id, version }, transition, look, onDone, onFailure }: PlainButtonProps) {
  const { mutate, isPending } = useApiMutation(transition.route, CHANGED_BY_MONEY);
  const take = () => {
    onFailure(null);
    mutate(
      { params: { id }, body: { version } },
      { onSuccess: () => onDone(transition), onError: onFailure },
    );
  };
  return (
    <Button {...look} loading={isPending} onClick={take}>
      {transition.label}
    </Button>
  );
}

type AskProps = {
  payment: Payment;
  transition: ReasonTransition;
  onDone: (transition: PaymentTransition) => void;
  onRefused: (error: Error) => void;
  onClose: () => void;
};

function Ask({ payment: { id, version }, transition, onDone, onRefused, onClose }: AskProps) {
  const { mutate, isPending, error } = useApiMutation(transition.route, CHANGED_BY_MONEY);
  const given = useReasonField(`payment:${id}:${transition.label}`, error);
  const send = () =>
    mutate(
      { params: { id }, body: { reason: given.reason, version } },
      {
        onSuccess: () => {
          given.discardDraft();
          onDone(transition);
        },
        onError: (problem) => isConflict(problem) && onRefused(problem),
      },
    );
  return (
    <ReasonDialog
      title={transition.title}
      effect={transition.effect}
      submitLabel={transition.label}
      isDangerous
      visibleTo="partner"
      isBusy={isPending}
      reasonField={given}
      onConfirm={send}
      onClose={onClose}
    />
  );
}
