import { isAuthError } from '@referral-dashboard/auth-core';
import { useState } from 'react';
import { type CaptchaSolution, UNSOLVED_CAPTCHA } from '@/shared/captcha/captcha.tsx';
import { readText, useNativeForm } from '@/shared/form/use-native-form.ts';
import { MISSING_PASSWORD } from '@/shared/password-rule.ts';
import { getExpiryReason } from '@/shared/secret-link/use-secret-link.ts';
import { useSessionCall } from '@/shared/secret-link/use-session-call.ts';

type AcceptanceOptions = {
  token: string;
  captcha: CaptchaSolution;
  onJoined: () => void;
  /** Called when the link stops working. */
  onExpire: (reason: string) => void;
};

export type Acceptance = ReturnType<typeof useAcceptance>;

/** Form that accepts an invitation and starts a session with the returned tokens. */
export function useAcceptance({ token, captcha, onJoined, onExpire }: AcceptanceOptions) {
  const [isOtherUser, setOtherUser] = useState(false);
  const { openSession, describe, isAccepted } = useSessionCall(
    '/api/public/invitations/accept/',
    'Приглашение принято, но войти не удалось',
  );
  const { sendValues, ...form } = useNativeForm({
    fields: ['password', 'smart-token'],
    read: (data): string | null => readText(data, 'password'),
    validate: (password) => ({
      ...(password === '' && { password: MISSING_PASSWORD }),
      ...(captcha.isMissing && { 'smart-token': UNSOLVED_CAPTCHA }),
    }),
    failureTitle: 'Приглашение не принято',
    send: async (password) => {
      setOtherUser(false);
      const consent = password === null ? {} : { password, 'smart-token': captcha.token };
      try {
        await openSession({ token, ...consent });
      } catch (error) {
        const isForbidden = password === null && isAuthError(error) && error.status === 403;
        if (!isForbidden) throw error;
        return setOtherUser(true);
      }
      onJoined();
    },
    describe: (error) => {
      const text = describe(error);
      if (text || !isAuthError(error)) return text;
      const hasFieldErrors = error.fieldErrors['password'] || error.fieldErrors['smart-token'];
      const reason = hasFieldErrors ? null : getExpiryReason(error);
      if (reason !== null) onExpire(reason);
      return reason === null ? undefined : null;
    },
    onError: captcha.reset,
  });
  return {
    ...form,
    isAccepted,
    isOtherUser,
    clearOtherUser: () => setOtherUser(false),
    /** Accepts with the current session, or repeats a failed sign-in. */
    accept: () => void sendValues(null),
  };
}
