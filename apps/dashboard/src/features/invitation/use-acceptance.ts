import { isAuthError } from '@referral-dashboard/auth-core';
import { useAuth } from '@referral-dashboard/react-auth';
import { useRef, useState } from 'react';
import type { CaptchaAnswer } from '../../shared/captcha/captcha.tsx';
import { fieldErrorsOf } from '../../shared/errors/field-errors.ts';
import { type ErrorSentence, errorSentence } from '../../shared/errors/sentence.ts';
import type { InvitationCalls, Tokens } from './invitation-calls.ts';
import { reasonGone } from './use-invitation.ts';

const FIELDS = ['password', 'smart-token'] as const;

/** Refusals by field. */
export type ConsentProblems = Partial<Record<(typeof FIELDS)[number], string | undefined>>;

type Told = {
  failure: ErrorSentence | null;
  fields: ConsentProblems;
  /** The link is used up: what failed came after. */
  isSpent: boolean;
  /** The invitation is for somebody else than who is signed in. */
  isStranger: boolean;
};

const NOTHING: Told = { failure: null, fields: {}, isSpent: false, isStranger: false };
const FAILED = 'Приглашение не принято';

function told(error: unknown, isSignedIn: boolean): Told {
  if (isSignedIn && isAuthError(error) && error.status === 403) return { ...NOTHING, isStranger: true };
  const { fields, rest } = fieldErrorsOf(error, FIELDS);
  const sentence = errorSentence(error, FAILED);
  if (rest !== '') return { ...NOTHING, fields, failure: { ...sentence, advice: rest } };
  return { ...NOTHING, fields, failure: Object.keys(fields).length > 0 ? null : sentence };
}

function toldOfSession(error: unknown): Told {
  const { title, advice } = errorSentence(error, 'Войдите с телефоном и паролем');
  return {
    ...NOTHING,
    isSpent: true,
    failure: { title: 'Приглашение принято, но войти не удалось', advice: advice || title },
  };
}

type AcceptanceParts = {
  calls: InvitationCalls;
  captcha: CaptchaAnswer;
  onJoined: () => void;
  /** The link stopped working meanwhile. */
  onGone: (reason: string) => void;
};

export type Acceptance = ReturnType<typeof useAcceptance>;

/** Joining by the link: the consent is sent, and the tokens it brings become the session. One attempt at a time. */
export function useAcceptance({ calls, captcha, onJoined, onGone }: AcceptanceParts) {
  const { adopt } = useAuth();
  const [now, setNow] = useState(NOTHING);
  const [isBusy, setBusy] = useState(false);
  const underWay = useRef(false);
  const tokens = useRef<Tokens | null>(null);

  const fail = (error: unknown, isSignedIn: boolean): ConsentProblems => {
    captcha.reset();
    const found = tokens.current ? toldOfSession(error) : told(error, isSignedIn);
    setNow(found);
    const reason = reasonGone(error);
    if (!found.isSpent && Object.keys(found.fields).length === 0 && reason !== null) onGone(reason);
    return found.fields;
  };

  /** Accepts the invitation; without a password, as whoever is signed in. Resolves to the refusals of fields. */
  const accept = async (password?: string): Promise<ConsentProblems> => {
    if (underWay.current) return {};
    underWay.current = true;
    setBusy(true);
    setNow(({ isSpent }) => ({ ...NOTHING, isSpent }));
    try {
      const consent = password === undefined ? {} : { password, 'smart-token': captcha.token };
      tokens.current ??= await calls.accept(consent);
      await adopt(tokens.current);
      onJoined();
      return {};
    } catch (error) {
      return fail(error, password === undefined);
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };

  const point = (fields: ConsentProblems) => setNow((before) => ({ ...before, fields }));
  const forget = () => setNow(NOTHING);
  return { ...now, isBusy, accept, point, forget };
}
