import { isAuthError } from '@referral-dashboard/auth-core';
import { useState } from 'react';
import type { CaptchaAnswer } from '../../shared/captcha/captcha.tsx';
import { useEntry } from '../../shared/entry/use-entry.ts';
import { reasonGone } from '../../shared/entry/use-secret-link.ts';
import { fieldErrorsOf } from '../../shared/errors/field-errors.ts';

const FIELDS = ['password', 'smart-token'] as const;

type AcceptanceParts = {
  token: string;
  captcha: CaptchaAnswer;
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
  const { enter, ...entry } = useEntry({
    fields: FIELDS,
    failed: 'Приглашение не принято',
    spent: 'Приглашение принято, но войти не удалось',
    url: '/api/public/invitations/accept/',
    onEntered: onJoined,
  });

  /** Accepts the invitation. Without a password it uses the current session. Resolves to field errors. */
  const accept = (password?: string) => {
    const isTold = (error: unknown) => {
      captcha.reset();
      if (!isAuthError(error)) return false;
      const isElse = password === undefined && error.status === 403;
      setStranger(isElse);
      const isOfFields = Object.keys(fieldErrorsOf(error, FIELDS).fields).length > 0;
      const reason = isOfFields ? null : reasonGone(error);
      if (reason !== null) onGone(reason);
      return isElse || reason !== null;
    };
    const consent = password === undefined ? {} : { password, 'smart-token': captcha.token };
    return enter({ token, ...consent }, isTold);
  };

  const forget = () => setStranger(false);
  return { ...entry, isStranger, accept, forget };
}
