import { invitationRoutes, type Partner, partnerRoutes } from '@referral-dashboard/api-contract';
import { ConfirmCall } from '@/shared/ui/dialog/confirm-call.tsx';
import { getPartnerName } from '../partner.ts';

export default function RevokeDialog({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  return (
    <ConfirmCall
      route={invitationRoutes.revokeInvitation}
      input={{ params: { id: partner.id } }}
      stale={[partnerRoutes.partners]}
      title="Отозвать приглашение?"
      confirmLabel="Отозвать"
      isDangerous
      name={getPartnerName(partner)}
      successTitle="Приглашение отозвано"
      failureTitle="Приглашение не отозвано"
      onClose={onClose}
    >
      По этой ссылке больше нельзя будет войти. Новую можно создать в любой момент.
    </ConfirmCall>
  );
}
