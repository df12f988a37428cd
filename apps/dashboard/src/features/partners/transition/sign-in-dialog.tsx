import { Text } from '@mantine/core';
import { type Partner, partnerRoutes } from '@referral-dashboard/api-contract';
import { useWrite } from '../../../shared/api/use-write.ts';
import { errorSentence } from '../../../shared/errors/sentence.ts';
import { Confirm } from '../../../shared/ui/dialog/confirm.tsx';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { nameOf } from '../partner.ts';

const WORDS = {
  off: {
    route: partnerRoutes.switchPartnerOff,
    title: 'Отключить вход?',
    verb: 'Отключить',
    effect:
      'Партнер сразу выйдет на всех устройствах и не сможет войти. Карточка, ссылки и деньги останутся.',
    done: 'Вход отключен',
  },
  on: {
    route: partnerRoutes.switchPartnerOn,
    title: 'Включить вход?',
    verb: 'Включить',
    effect: 'Партнер снова сможет войти со своим телефоном и паролем.',
    done: 'Вход включен',
  },
};

type SignInDialogProps = { partner: Partner; to: 'on' | 'off'; onClose: () => void };

/** Asks before a partner is shut out, or let in again. */
export default function SignInDialog({ partner, to, onClose }: SignInDialogProps) {
  const { route, title, verb, effect, done } = WORDS[to];
  const { mutate, isPending, error } = useWrite(route, [partnerRoutes.partners]);
  const send = () =>
    mutate(
      { params: { id: partner.id } },
      {
        onSuccess: () => {
          onClose();
          void toast.success({ title: done, description: nameOf(partner) });
        },
      },
    );
  return (
    <Confirm
      isOpen
      title={title}
      verb={verb}
      isDangerous={to === 'off'}
      isBusy={isPending}
      failure={error && errorSentence(error, to === 'off' ? 'Вход не отключен' : 'Вход не включен')}
      onConfirm={send}
      onClose={onClose}
    >
      <Text fw={600}>{nameOf(partner)}</Text>
      <Text>{effect}</Text>
    </Confirm>
  );
}
