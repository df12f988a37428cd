import { Button, Group, Stack } from '@mantine/core';
import type { Payment } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { generatePath, Link } from 'react-router-dom';
import { useFileConfirmation } from '@/entities/payment/bank/file-confirmation.tsx';
import { CHANGED_BY_MONEY, type PaymentDetails } from '@/entities/payment/payment.ts';
import { isConflict } from '@/shared/api/failure.ts';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { createMethodUrl, paths } from '@/shared/paths.ts';
import { useReasonField } from '@/shared/ui/form/fields/reason-field.tsx';
import { useGroupFocus } from '@/shared/ui/form/use-group-focus.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { PaymentError } from '../page/payment-error.tsx';
import {
  type PaymentTransition,
  type PlainTransition,
  type ReasonTransition,
  transitionsOf,
} from './transitions.ts';

const ReasonDialog = lazy(() => import('@/entities/payment/reason-dialog.tsx'));
const RetryDialog = lazy(() => import('./retry-dialog.tsx'));
const MarkPaid = lazy(() => import('./mark-paid-dialog.tsx'));
const MarkReturned = lazy(() => import('./mark-returned-dialog.tsx'));

type DialogTransition = Exclude<PaymentTransition, PlainTransition>;

/** Transitions of a payment: the next one is a filled button, refusals are last and red. */
export function PaymentTransitions({ payment }: { payment: PaymentDetails }) {
  const [requested, setRequested] = useState<DialogTransition | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const group = useGroupFocus();
  const close = () => setRequested(null);
  const handleDone = ({ successTitle: title }: PaymentTransition) =>
    void toast.success({ title, description: `Выплата ${payment.number}` });
  const closeAfter = (transition: PaymentTransition) => {
    close();
    handleDone(transition);
  };
  const handleRefusal = (error: Error) => {
    setFailure(error);
    close();
  };
  const start = (transition: DialogTransition) => {
    setFailure(null);
    setRequested(transition);
  };
  const transitions = transitionsOf(payment);
  const canChangeMethod = useIsPermitted('createPayoutMethod');
  return (
    <Stack gap="sm">
      {transitions.length > 0 && (
        <Group ref={group} tabIndex={-1} gap="xs">
          {payment.status === 'failed' && canChangeMethod && (
            <Button
              variant="filled"
              component={Link}
              to={createMethodUrl(
                generatePath(paths.partner, { id: payment.partner.id }),
                payment.partner.id,
              )}
            >
              Изменить реквизиты
            </Button>
          )}
          {transitions.map((transition, index) => {
            const buttonProps = getButtonProps(transition, index === 0);
            if (transition.kind !== 'plain')
              return (
                <Button key={transition.label} {...buttonProps} onClick={() => start(transition)}>
                  {transition.label}
                </Button>
              );
            const { label } = transition;
            return (
              <PlainButton
                key={label}
                payment={payment}
                transition={transition}
                buttonProps={buttonProps}
                onDone={handleDone}
                onFailure={setFailure}
              />
            );
          })}
        </Group>
      )}
      {failure && <PaymentError error={failure} payment={payment} />}
      <Suspense fallback={null}>
        {requested?.kind === 'retry' && (
          <RetryDialog
            payment={payment}
            onDone={() => closeAfter(requested)}
            onFailure={handleRefusal}
            onClose={close}
          />
        )}
        {requested?.kind === 'paid' && (
          <MarkPaid
            payment={payment}
            onDone={() => closeAfter(requested)}
            onConflict={handleRefusal}
            onClose={close}
          />
        )}
        {requested?.kind === 'return' && (
          <MarkReturned
            payment={payment}
            onDone={() => closeAfter(requested)}
            onConflict={handleRefusal}
            onClose={close}
          />
        )}
        {requested?.kind === 'reason' && (
          <ReasonTransitionDialog
            payment={payment}
            transition={requested}
            onDone={closeAfter}
            onConflict={handleRefusal}
            onClose={close}
          />
        )}
      </Suspense>
    </Stack>
  );
}

const getButtonProps = ({ kind }: PaymentTransition, isFirst: boolean) =>
  kind === 'reason'
    ? ({ variant: 'subtle', color: 'red' } as const)
    : ({ variant: isFirst && kind !== 'return' && kind !== 'retry' ? 'filled' : 'default' } as const);

type PlainButtonProps = {
  payment: Payment;
  transition: PlainTransition;
  buttonProps: ReturnType<typeof getButtonProps>;
  onDone: (transition: PaymentTransition) => void;
  onFailure: (error: Error | null) => void;
};

function PlainButton({
  payment: { id, version },
  transition,
  buttonProps,
  onDone,
  onFailure,
}: PlainButtonProps) {
  const { mutate, isPending } = useApiMutation(transition.route, CHANGED_BY_MONEY);
  const handleClick = () => {
    onFailure(null);
    mutate(
      { params: { id }, body: { version } },
      { onSuccess: () => onDone(transition), onError: onFailure },
    );
  };
  return (
    <Button {...buttonProps} loading={isPending} onClick={handleClick}>
      {transition.label}
    </Button>
  );
}

type ReasonTransitionDialogProps = {
  payment: PaymentDetails;
  transition: ReasonTransition;
  onDone: (transition: PaymentTransition) => void;
  onConflict: (error: Error) => void;
  onClose: () => void;
};

function ReasonTransitionDialog({
  payment: { id, version, last_download },
  transition,
  onDone,
  onConflict,
  onClose,
}: ReasonTransitionDialogProps) {
  const { mutate, isPending, error } = useApiMutation(transition.route, CHANGED_BY_MONEY);
  const reasonField = useReasonField(`payment:${id}:${transition.label}`, error);
  const fileConfirmation = useFileConfirmation(transition.isCancellation ? last_download : null);
  const handleConfirm = () =>
    mutate(
      { params: { id }, body: { reason: reasonField.reason, version, ...fileConfirmation.body } },
      {
        onSuccess: () => {
          reasonField.discardDraft();
          onDone(transition);
        },
        onError: (problem) => isConflict(problem) && onConflict(problem),
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
      reasonField={reasonField}
      fileConfirmation={fileConfirmation}
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  );
}
