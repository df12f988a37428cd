import { Text } from '@mantine/core';
import type { RouteContract } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import type { InputOf } from '@/shared/api/call.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import { toast } from '../toast/toast.ts';
import { Confirm } from './confirm.tsx';

type ConfirmCallProps<Route extends RouteContract> = {
  route: Route;
  input: InputOf<Route>;
  /** Reads that are refetched after the call. */
  stale: readonly RouteContract[];
  /** E.g. «Отозвать приглашение?». */
  title: string;
  confirmLabel: string;
  isDangerous?: boolean;
  /** False disables the button. */
  isReady?: boolean;
  /** Name of the affected object or person, in the dialog and in the toast. */
  name: string;
  /** Toast title, e.g. «Приглашение отозвано». */
  successTitle: string;
  /** Error title, e.g. «Приглашение не отозвано». */
  failureTitle: string;
  /** Text that explains the effect of the call. */
  children: ReactNode;
  onClose: () => void;
};

/** Confirmation dialog for an API call. Shows a toast on success, and stays open with the reason on an error. */
export function ConfirmCall<Route extends RouteContract>({
  route,
  input,
  stale,
  name,
  successTitle,
  failureTitle,
  children,
  onClose,
  ...props
}: ConfirmCallProps<Route>) {
  const { mutate, isPending, error } = useApiMutation(route, stale);
  const send = () =>
    mutate(input, {
      onSuccess: () => {
        onClose();
        void toast.success({ title: successTitle, description: name });
      },
    });
  return (
    <Confirm
      {...props}
      isOpen
      isBusy={isPending}
      failure={error && explainError(error, failureTitle).alert}
      onConfirm={send}
      onClose={onClose}
    >
      <Text fw={600}>{name}</Text>
      <Text>{children}</Text>
    </Confirm>
  );
}
