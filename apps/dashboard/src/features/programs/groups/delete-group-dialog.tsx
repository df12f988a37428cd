import { type Group, programRoutes, termsRoutes } from '@referral-dashboard/api-contract';
import { formatCount } from '@/shared/format/count.ts';
import { ConfirmCall } from '@/shared/ui/dialog/confirm-call.tsx';

const STALE_ROUTES = [programRoutes.programs];

type DeleteGroupDialogProps = { group: Group; onClose: () => void };

/** Asks for confirmation before a group is deleted. The server refuses to delete a group with partners. */
export default function DeleteGroupDialog({ group, onClose }: DeleteGroupDialogProps) {
  return (
    <ConfirmCall
      route={termsRoutes.deleteGroup}
      input={{ params: { id: group.id } }}
      stale={STALE_ROUTES}
      title="Удалить группу?"
      confirmLabel="Удалить"
      isDangerous
      isReady={group.partners === 0}
      name={`«${group.name}»`}
      successTitle="Группа удалена"
      failureTitle="Группа не удалена"
      onClose={onClose}
    >
      {group.partners > 0
        ? `В группе ${formatCount(group.partners, ['партнер', 'партнера', 'партнеров'])}. Сначала переведите их в другую группу.`
        : 'Лиды, которые пришли по ее условиям, не изменятся.'}
    </ConfirmCall>
  );
}
