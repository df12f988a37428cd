import { isAuthError } from '@referral-dashboard/auth-core';
import { useState } from 'react';
import type { CaptchaSolution } from '../../shared/captcha/captcha.tsx';
import { useEntryForm } from '../../shared/entry/use-entry-form.ts';
import { getExpiryReason } from '../../shared/entry/use-secret-link.ts';
import { splitFieldErrors } from '../../shared/errors/field-errors.ts';

const FIELDS = ['password', 'smart-token'] as const;

type AcceptanceOptions = {
  token: string;
  captcha: CaptchaSolution;
  onJoined: () => void;
  /** Called when the link stops working. */
  onExpire: (reason: string) => void;
};

export type Acceptance = ReturnType<typeof useAcceptance>;
/** Field errors. */
export type ConsentProblems = Acceptance['problems'];

/** Accepts an invitation: sends the consent and starts a session with the returned tokens. */
export function useAcceptance({ token, captcha, onJoined, onExpire }: AcceptanceOptions) {
  const [isOtherUser, setOtherUser] = useState(false);
  const { signIn, ...entry } = useEntryForm({
    fields: FIELDS,
    failureTitle: 'Приглашение не принято',
    signInFailureTitle: 'Приглашение принято, но войти не удалось',
    url: '/api/public/invitations/accept/',
    onSignIn: onJoined,
  });

  /** Accepts the invitation. Without a password it uses the current session. Resolves to field errors. */
  const accept = (password?: string) => {
    const handleError = (error: unknown) => {
      captcha.reset();
      if (!isAuthError(error)) return false;
      const isForbidden = password === undefined && error.status === 403;
      setOtherUser(isForbidden);
      const hasFieldErrors = Object.keys(splitFieldErrors(error, FIELDS).fields).length > 0;
      const reason = hasFieldErrors ? null : getExpiryReason(error);
      if (reason !== null) onExpire(reason);
      return isForbidden || reason !== null;
    };
    const consent = password === undefined ? {} : { password, 'smart-token': captcha.token };
    return signIn({ token, ...consent }, handleError);
  };

  const clearOtherUser = () => setOtherUser(false);
  return { ...entry, isOtherUser, accept, clearOtherUser };
}
