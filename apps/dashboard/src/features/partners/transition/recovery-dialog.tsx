import { type Partner, recoveryRoutes } from '@referral-dashboard/api-contract';
import { LinkDialog } from '@/entities/one-time-link/link-dialog.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { getPartnerName } from '../partner.ts';

/** Creates a link that lets a partner set a new password. */
export default function RecoveryDialog({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const { data, mutate, isPending, error } = useApiMutation(recoveryRoutes.recoverPartner, []);
  return (
    <LinkDialog
      question="Создать ссылку для нового пароля?"
      title="Ссылка для нового пароля"
      person={getPartnerName(partner)}
      effect="По ней партнер задаст новый пароль, и все его прежние входы завершатся. Отправьте ссылку только ему."
      link={data}
      isBusy={isPending}
      error={error}
      onCreate={() => mutate({ params: { id: partner.id } })}
      onClose={onClose}
    />
  );
}
