import { Text } from '@mantine/core';
import { invitationRoutes, type Partner, partnerRoutes } from '@referral-dashboard/api-contract';
import { useWrite } from '../../../shared/api/use-write.ts';
import { errorSentence } from '../../../shared/errors/sentence.ts';
import { Confirm } from '../../../shared/ui/dialog/confirm.tsx';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { nameOf } from '../partner.ts';

/** Asks before an invitation link is made useless. */
export default function RevokeDialog({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const { mutate, isPending, error } = useWrite(invitationRoutes.revokeInvitation, [partnerRoutes.partners]);
  const revoke = () =>
    mutate(
      { params: { id: partner.id } },
      {
        onSuccess: () => {
          onClose();
          void toast.success({ title: 'Приглашение отозвано', description: nameOf(partner) });
        },
      },
    );
  return (
    <Confirm
      isOpen
      title="Отозвать приглашение?"
      verb="Отозвать"
      isDangerous
      isBusy={isPending}
      failure={error && errorSentence(error, 'Приглашение не отозвано')}
      onConfirm={revoke}
      onClose={onClose}
    >
      <Text fw={600}>{nameOf(partner)}</Text>
      <Text>По этой ссылке больше нельзя будет войти. Новую можно создать в любой момент.</Text>
    </Confirm>
  );
}
