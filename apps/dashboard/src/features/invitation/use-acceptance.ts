import { isAuthError } from '@referral-dashboard/auth-core';
import { useState } from 'react';
import type { CaptchaSolution } from '../../shared/captcha/captcha.tsx';
import { useEntryForm } from '../../shared/entry/use-entry-form.ts';
import { expiryReasonOf } from '../../shared/entry/use-secret-link.ts';
import { fieldErrorsOf } from '../../shared/errors/field-errors.ts';

const FIELDS = ['password', 'smart-token'] as const;

type AcceptanceParts = {
  token: string;
  captcha: CaptchaSolution;
  onJoined: () => void;
  /** Called when the link stops working. */
  onGone: (reason: string) => void;
};

export type Acceptance = ReturnType<typeof useAcceptance>;
/** Field errors. */
export type ConsentProblems = Acceptance['problems'];

/** Accepts an invitation: sends the consent and starts a session with the returned tokens. */
export function useAcceptance({ token, captcha, onJoined, onGone }: AcceptanceParts) {
  const [isStranger, setStranger] = useState(false);
  const { signIn, ...entry } = useEntryForm({
    fields: FIELDS,
    failureTitle: 'Приглашение не принято',
    signInFailureTitle: 'Приглашение принято, но войти не удалось',
    url: '/api/public/invitations/accept/',
    onSignIn: onJoined,
  });

  /** Accepts the invitation. Without a password it uses the current session. Resolves to field errors. */
  const accept = (password?: string) => {
    const isTold = (error: unknown) => {
      captcha.reset();
      if (!isAuthError(error)) return false;
      const isElse = password === undefined && error.status === 403;
      setStranger(isElse);
      const isOfFields = Object.keys(fieldErrorsOf(error, FIELDS).fields).length > 0;
      const reason = isOfFields ? null : expiryReasonOf(error);
      if (reason !== null) onGone(reason);
      return isElse || reason !== null;
    };
    const consent = password === undefined ? {} : { password, 'smart-token': captcha.token };
    return signIn({ token, ...consent }, isTold);
  };

  const forget = () => setStranger(false);
  return { ...entry, isStranger, accept, forget };
}
