import { Text } from '@mantine/core';
import type { RouteContract } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import type { InputOf } from '../../api/call.ts';
import { useWrite } from '../../api/use-write.ts';
import { errorSentence } from '../../errors/sentence.ts';
import { toast } from '../toast/toast.ts';
import { Confirm } from './confirm.tsx';

type ConfirmCallProps<Route extends RouteContract> = {
  route: Route;
  input: InputOf<Route>;
  /** Routes that are read anew. */
  stale: readonly RouteContract[];
  /** «Отозвать приглашение?» */
  title: string;
  verb: string;
  isDangerous?: boolean;
  /** Name of what or whom it is about, here and in the toast. */
  name: string;
  /** «Приглашение отозвано» */
  done: string;
  /** «Приглашение не отозвано» */
  failed: string;
  /** Effect of the call. */
  children: ReactNode;
  onClose: () => void;
};

/** Asks before one call, makes it, and says what came of it. */
export function ConfirmCall<Route extends RouteContract>({
  route,
  input,
  stale,
  name,
  done,
  failed,
  children,
  onClose,
  ...looks
}: ConfirmCallProps<Route>) {
  const { mutate, isPending, error } = useWrite(route, stale);
  const send = () =>
    mutate(input, {
      onSuccess: () => {
        onClose();
        void toast.success({ title: done, description: name });
      },
    });
  return (
    <Confirm
      {...looks}
      isOpen
      isBusy={isPending}
      failure={error && errorSentence(error, failed)}
      onConfirm={send}
      onClose={onClose}
    >
      <Text fw={600}>{name}</Text>
      <Text>{children}</Text>
    </Confirm>
  );
}
