import { Alert, Button, Text } from '@mantine/core';
import type { Invitation } from '@referral-dashboard/api-contract';
import { type RegisteredUser, useAuth } from '@referral-dashboard/react-auth';
import { clearDrafts } from '@/shared/drafts/clear-drafts.ts';
import { shortName } from '@/shared/format/person-name.ts';
import { formatPhone } from '@/shared/format/phone.ts';
import { FormError } from '@/shared/ui/form/form-error.tsx';
import type { Acceptance } from './use-acceptance.ts';

type SignedInConsentProps = {
  user: RegisteredUser;
  invitation: Invitation;
  acceptance: Acceptance;
};

/** Returns true when a phone number matches a partly masked one. */
function matchesMasked(phone: string, masked: string): boolean {
  const digits = [...masked];
  return phone.length === digits.length && digits.every((digit, at) => digit === '*' || digit === phone[at]);
}

/** Consent of a signed-in user: a button, or a sign-out link when the invitation is for another user. */
export function SignedInConsent({ user, invitation, acceptance }: SignedInConsentProps) {
  const { logout } = useAuth();
  const { failure, isSending, isOtherUser, accept, clearOtherUser } = acceptance;
  const phone = formatPhone(user['phone']);
  const isOther = isOtherUser || (phone !== '' && !matchesMasked(phone, invitation.phone));
  const name = shortName(user) || phone;
  const handleSignOut = () => {
    clearOtherUser();
    clearDrafts();
    void logout();
  };
  if (isOther)
    return (
      <>
        <Alert role="alert" color="amber" title="Приглашение для другого человека">
          Вы вошли как {name}, а приглашают не вас. Если приглашение ваше, выйдите из профиля: эта страница
          останется открытой, и вы сможете его принять.
        </Alert>
        <Button h={44} fullWidth variant="default" onClick={handleSignOut}>
          Выйти из профиля
        </Button>
      </>
    );
  return (
    <>
      <Text>Вы вошли как {name}, пароль вводить не нужно.</Text>
      <FormError failure={failure} />
      <Button size="md" h={44} fullWidth loading={isSending} aria-busy={isSending} onClick={accept}>
        Принять приглашение
      </Button>
      <Button variant="subtle" color="gray" fullWidth disabled={isSending} onClick={handleSignOut}>
        Это не вы? Выйти из профиля
      </Button>
    </>
  );
}
