import { invitationRoutes, type Partner, partnerRoutes } from '@referral-dashboard/api-contract';
import { LinkDialog } from '@/entities/one-time-link/link-dialog.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { getPartnerName } from '../partner.ts';

/** Creates a new invitation link, revokes the previous one, and shows the new link once. */
export default function InviteDialog({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const { data, mutate, isPending, error } = useApiMutation(invitationRoutes.invitePartner, [
    partnerRoutes.partners,
  ]);
  return (
    <LinkDialog
      question="Создать новую ссылку?"
      title="Ссылка-приглашение"
      person={getPartnerName(partner)}
      effect={
        <>
          {partner.invitation && 'Прежняя ссылка сразу перестанет действовать. '}
          Новую мы покажем один раз, отправьте ее партнеру.
        </>
      }
      link={data}
      isBusy={isPending}
      error={error}
      onCreate={() => mutate({ params: { id: partner.id } })}
      onClose={onClose}
    />
  );
}
