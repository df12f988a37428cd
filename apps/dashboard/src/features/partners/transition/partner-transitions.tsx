import { Button, Menu } from '@mantine/core';
import { type Partner, partnerRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { useIsPermitted } from '../../../shared/api/permissions.tsx';
import { MoreMenu } from '../../../shared/ui/dropdown/more-menu.tsx';
import { nameOf } from '../partner.ts';
import { type PartnerTransition, transitionsFrom } from './transitions.ts';

const TransitionDialog = lazy(() => import('./transition-dialog.tsx'));
const PhoneDialog = lazy(() => import('../../../entities/sign-in/phone-dialog.tsx'));
const RecoveryDialog = lazy(() => import('./recovery-dialog.tsx'));
const SignInDialog = lazy(() => import('./sign-in-dialog.tsx'));

/** Transitions of a partner: the next one as a button, the others and the sign-in actions in a menu. */
export function PartnerTransitions({ partner }: { partner: Partner }) {
  const [asked, setAsked] = useState<PartnerTransition | 'phone' | 'recovery' | 'on' | 'off' | null>(null);
  const transitions = transitionsFrom(partner.status);
  const next = transitions.find(({ isRefusal }) => !isRefusal);
  const others = transitions.filter((one) => one !== next);
  const managesSignIn = useIsPermitted('recoverPartner') && partner.sign_in !== 'none';
  const close = () => setAsked(null);
  return (
    <>
      {next && <Button onClick={() => setAsked(next)}>{next.label}</Button>}
      {(others.length > 0 || managesSignIn) && (
        <MoreMenu label="Другие действия">
          {managesSignIn && partner.sign_in === 'on' && (
            <>
              <Menu.Item onClick={() => setAsked('phone')}>Изменить телефон</Menu.Item>
              <Menu.Item onClick={() => setAsked('recovery')}>Ссылка для нового пароля</Menu.Item>
              <Menu.Item onClick={() => setAsked('off')}>Отключить вход</Menu.Item>
            </>
          )}
          {managesSignIn && partner.sign_in === 'off' && (
            <Menu.Item onClick={() => setAsked('on')}>Включить вход</Menu.Item>
          )}
          {others.map((one) => (
            <Menu.Item key={one.word} onClick={() => setAsked(one)} {...(one.isRefusal && { color: 'red' })}>
              {one.label}
            </Menu.Item>
          ))}
        </MoreMenu>
      )}
      <Suspense fallback={null}>
        {asked === 'phone' && (
          <PhoneDialog
            of="partner"
            id={partner.id}
            person={nameOf(partner)}
            stale={[partnerRoutes.partners]}
            onClose={close}
          />
        )}
        {asked === 'recovery' && <RecoveryDialog partner={partner} onClose={close} />}
        {(asked === 'on' || asked === 'off') && <SignInDialog partner={partner} to={asked} onClose={close} />}
        {asked !== null && typeof asked === 'object' && (
          <TransitionDialog partner={partner} transition={asked} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
