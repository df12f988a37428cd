import { Button, Menu } from '@mantine/core';
import { type Partner, partnerRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { MoreMenu } from '@/shared/ui/dropdown/more-menu.tsx';
import { getPartnerName } from '../partner.ts';
import { getTransitions, type PartnerTransition } from './transitions.ts';

const TransitionDialog = lazy(() => import('./transition-dialog.tsx'));
const PhoneDialog = lazy(() => import('@/entities/sign-in/phone-dialog.tsx'));
const RecoveryDialog = lazy(() => import('./recovery-dialog.tsx'));
const SignInDialog = lazy(() => import('./sign-in-dialog.tsx'));

/** Transitions of a partner: the next one as a button, the others and the sign-in actions in a menu. */
export function PartnerTransitions({ partner }: { partner: Partner }) {
  const [dialog, setDialog] = useState<PartnerTransition | 'phone' | 'recovery' | 'on' | 'off' | null>(null);
  const transitions = getTransitions(partner.status);
  const nextTransition = transitions.find(({ isRefusal }) => !isRefusal);
  const menuTransitions = transitions.filter((transition) => transition !== nextTransition);
  const canManageSignIn = useIsPermitted('recoverPartner') && partner.sign_in !== 'none';
  const close = () => setDialog(null);
  return (
    <>
      {nextTransition && <Button onClick={() => setDialog(nextTransition)}>{nextTransition.label}</Button>}
      {(menuTransitions.length > 0 || canManageSignIn) && (
        <MoreMenu label="Другие действия">
          {canManageSignIn && partner.sign_in === 'on' && (
            <>
              <Menu.Item onClick={() => setDialog('phone')}>Изменить телефон</Menu.Item>
              <Menu.Item onClick={() => setDialog('recovery')}>Ссылка для нового пароля</Menu.Item>
              <Menu.Item onClick={() => setDialog('off')}>Отключить вход</Menu.Item>
            </>
          )}
          {canManageSignIn && partner.sign_in === 'off' && (
            <Menu.Item onClick={() => setDialog('on')}>Включить вход</Menu.Item>
          )}
          {menuTransitions.map((transition) => (
            <Menu.Item
              key={transition.name}
              onClick={() => setDialog(transition)}
              {...(transition.isRefusal && { color: 'red' })}
            >
              {transition.label}
            </Menu.Item>
          ))}
        </MoreMenu>
      )}
      <Suspense fallback={null}>
        {dialog === 'phone' && (
          <PhoneDialog
            kind="partner"
            id={partner.id}
            person={getPartnerName(partner)}
            stale={[partnerRoutes.partners]}
            onClose={close}
          />
        )}
        {dialog === 'recovery' && <RecoveryDialog partner={partner} onClose={close} />}
        {(dialog === 'on' || dialog === 'off') && (
          <SignInDialog partner={partner} to={dialog} onClose={close} />
        )}
        {dialog !== null && typeof dialog === 'object' && (
          <TransitionDialog partner={partner} transition={dialog} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
