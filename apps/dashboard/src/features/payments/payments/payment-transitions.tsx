import { Button, Group, Stack } from '@mantine/core';
import type { Payment } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { useWrite } from '../../../shared/api/use-write.ts';
import { useReason } from '../../../shared/ui/form/reason-field.tsx';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { CHANGED_BY_MONEY } from '../payment.ts';
import { isOvertaken, PaymentRefusal } from './payment-refusal.tsx';
import { MOVES, type PaymentMove } from './transitions.ts';

const ReasonDialog = lazy(() => import('../reason-dialog.tsx'));
const MarkPaid = lazy(() => import('./mark-paid.tsx'));

type Move<Kind extends PaymentMove['kind']> = Extract<PaymentMove, { kind: Kind }>;

/** The next step of a payment: one filled button, the others beside it, refusals last and in red. */
export function PaymentSteps({ payment }: { payment: Payment }) {
  const [asked, setAsked] = useState<Move<'reason' | 'paid'> | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const close = () => setAsked(null);
  const done = ({ done: title }: PaymentMove) => {
    close();
    void toast.success({ title, description: `Выплата ${payment.number}` });
  };
  const refused = (error: Error) => {
    setFailure(error);
    close();
  };
  const start = (move: Move<'reason' | 'paid'>) => {
    setFailure(null);
    setAsked(move);
  };
  const moves = MOVES[payment.status];
  return (
    <Stack gap="sm">
      {moves.length > 0 && (
        <Group gap="xs">
          {moves.map((move, index) => {
            const look = lookOf(move, index === 0);
            if (move.kind !== 'plain')
              return (
                <Button key={move.label} {...look} onClick={() => start(move)}>
                  {move.label}
                </Button>
              );
            const { label } = move;
            return (
              <PlainStep
                key={label}
                payment={payment}
                move={move}
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
          <Ask payment={payment} move={asked} onDone={done} onRefused={refused} onClose={close} />
        )}
      </Suspense>
    </Stack>
  );
}

const lookOf = ({ kind }: PaymentMove, isFirst: boolean) =>
  kind === 'reason'
    ? ({ variant: 'subtle', color: 'red' } as const)
    : ({ variant: isFirst ? 'filled' : 'default' } as const);

type PlainStepProps = {
  payment: Payment;
  move: Move<'plain'>;
  look: ReturnType<typeof lookOf>;
  onDone: (move: PaymentMove) => void;
  onFailure: (error: Error | null) => void;
};

function PlainStep({ payment: { id, version }, move, look, onDone, onFailure }: PlainStepProps) {
  const { mutate, isPending } = useWrite(move.route, CHANGED_BY_MONEY);
  const take = () => {
    onFailure(null);
    mutate({ params: { id }, body: { version } }, { onSuccess: () => onDone(move), onError: onFailure });
  };
  return (
    <Button {...look} loading={isPending} onClick={take}>
      {move.label}
    </Button>
  );
}

type AskProps = {
  payment: Payment;
  move: Move<'reason'>;
  onDone: (move: PaymentMove) => void;
  onRefused: (error: Error) => void;
  onClose: () => void;
};

function Ask({ payment: { id, version }, move, onDone, onRefused, onClose }: AskProps) {
  const { mutate, isPending, error } = useWrite(move.route, CHANGED_BY_MONEY);
  const given = useReason(`payment:${id}:${move.label}`, error);
  const send = () =>
    mutate(
      { params: { id }, body: { reason: given.reason, version } },
      {
        onSuccess: () => {
          given.forget();
          onDone(move);
        },
        onError: (problem) => isOvertaken(problem) && onRefused(problem),
      },
    );
  return (
    <ReasonDialog
      title={move.title}
      effect={move.effect}
      verb={move.label}
      isDangerous
      isBusy={isPending}
      given={given}
      onSend={send}
      onClose={onClose}
    />
  );
}
