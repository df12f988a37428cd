import { type Partner, partnerRoutes } from '@referral-dashboard/api-contract';
import { ConfirmCall } from '@/shared/ui/dialog/confirm-call.tsx';
import { getPartnerName } from '../partner.ts';

const DIALOG_PROPS = {
  off: {
    route: partnerRoutes.switchPartnerOff,
    title: 'Отключить вход?',
    confirmLabel: 'Отключить',
    effect:
      'Партнер сразу выйдет на всех устройствах и не сможет войти. Карточка, ссылки и деньги останутся.',
    successTitle: 'Вход отключен',
    failureTitle: 'Вход не отключен',
  },
  on: {
    route: partnerRoutes.switchPartnerOn,
    title: 'Включить вход?',
    confirmLabel: 'Включить',
    effect: 'Партнер снова сможет войти со своим телефоном и паролем.',
    successTitle: 'Вход включен',
    failureTitle: 'Вход не включен',
  },
};

type SignInDialogProps = { partner: Partner; to: 'on' | 'off'; onClose: () => void };

/** Confirmation for disabling or enabling the sign-in of a partner. */
export default function SignInDialog({ partner, to, onClose }: SignInDialogProps) {
  const { route, effect, ...dialogProps } = DIALOG_PROPS[to];
  return (
    <ConfirmCall
      {...dialogProps}
      route={route}
      input={{ params: { id: partner.id } }}
      stale={[partnerRoutes.partners]}
      isDangerous={to === 'off'}
      name={getPartnerName(partner)}
      onClose={onClose}
    >
      {effect}
    </ConfirmCall>
  );
}
