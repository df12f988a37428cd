import { Text } from '@mantine/core';
import { outsideEventRoutes } from '@referral-dashboard/api-contract';
import type { FormEvent } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { ReasonField, useReasonField } from '@/shared/ui/form/fields/reason-field.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { STALE_ROUTES } from './stale-routes.ts';

/** Ends the attempts to apply an event, with a reason. */
export default function RejectEventDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { mutate, isPending, error } = useApiMutation(outsideEventRoutes.rejectOutsideEvent, STALE_ROUTES);
  const { reason, validate, failure, field, discardDraft } = useReasonField(`event:${id}:reject`, error);
  const close = () => {
    discardDraft();
    onClose();
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!validate() || isPending) return;
    mutate(
      { params: { id }, body: { reason } },
      {
        onSuccess: () => {
          close();
          void toast.success({ title: 'Событие отклонено', description: 'Причина сохранена' });
        },
      },
    );
  };
  return (
    <FormDialog
      title="Отклонить событие?"
      submitLabel="Отклонить"
      isDangerous
      isSending={isPending}
      failure={failure}
      onSubmit={handleSubmit}
      onClose={close}
    >
      <Text>Событие ничего не изменит и больше не будет обрабатываться само.</Text>
      <ReasonField visibleTo="team" {...field} />
    </FormDialog>
  );
}
