import { Stack } from '@mantine/core';
import type { Invitation } from '@referral-dashboard/api-contract';
import { useUser } from '@referral-dashboard/react-auth';
import { useState } from 'react';
import { useCaptcha } from '@/shared/captcha/captcha.tsx';
import { AcceptedNotice } from './accepted-notice.tsx';
import { ConsentForm } from './consent-form.tsx';
import { InvitationFacts } from './invitation-facts.tsx';
import { SignedInConsent } from './signed-in-consent.tsx';
import { useAcceptance } from './use-acceptance.ts';

type OpenInvitationProps = {
  invitation: Invitation;
  token: string;
  onJoined: () => void;
  onExpire: (reason: string) => void;
};

/** A valid invitation, accepted with a password or by a signed-in user. */
export function OpenInvitation({ invitation, token, onJoined, onExpire }: OpenInvitationProps) {
  const captcha = useCaptcha();
  const acceptance = useAcceptance({ token, captcha, onJoined, onExpire });
  const user = useUser();
  const { isSending, isAccepted } = acceptance;
  // Setting the new tokens signs the user out briefly; the form must not change during that time.
  const [idleUser, setIdleUser] = useState(user);
  if (!isSending && idleUser !== user) setIdleUser(user);
  return (
    <Stack gap="md">
      <InvitationFacts invitation={invitation} />
      {isAccepted ? (
        <AcceptedNotice acceptance={acceptance} />
      ) : idleUser ? (
        <SignedInConsent user={idleUser} invitation={invitation} acceptance={acceptance} />
      ) : (
        <ConsentForm captcha={captcha} acceptance={acceptance} />
      )}
    </Stack>
  );
}
