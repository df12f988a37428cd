import { Stack } from '@mantine/core';
import type { Invitation } from '@referral-dashboard/api-contract';
import { useUser } from '@referral-dashboard/react-auth';
import { useState } from 'react';
import { useCaptcha } from '../../shared/captcha/captcha.tsx';
import { ConsentForm } from './consent-form.tsx';
import { InvitationFacts } from './invitation-facts.tsx';
import { Joined } from './joined.tsx';
import { SignedInConsent } from './signed-in-consent.tsx';
import { useAcceptance } from './use-acceptance.ts';

type OpenInvitationProps = {
  invitation: Invitation;
  token: string;
  onJoined: () => void;
  onGone: (reason: string) => void;
};

/** A valid invitation, accepted with a password or by a signed-in user. */
export function OpenInvitation({ invitation, token, onJoined, onGone }: OpenInvitationProps) {
  const captcha = useCaptcha();
  const acceptance = useAcceptance({ token, captcha, onJoined, onGone });
  const user = useUser();
  const [asked, setAsked] = useState(user);
  const { isBusy, isAccepted, accept } = acceptance;
  // Setting the new tokens signs the user out briefly; the form must not change during that time.
  const person = isBusy ? asked : user;
  const send = (password?: string) => {
    setAsked(user);
    return accept(password);
  };
  return (
    <Stack gap="md">
      <InvitationFacts invitation={invitation} />
      {isAccepted ? (
        <Joined acceptance={acceptance} />
      ) : person ? (
        <SignedInConsent
          user={person}
          invitation={invitation}
          acceptance={acceptance}
          onAccept={() => void send()}
        />
      ) : (
        <ConsentForm captcha={captcha} acceptance={acceptance} onAccept={send} />
      )}
    </Stack>
  );
}
