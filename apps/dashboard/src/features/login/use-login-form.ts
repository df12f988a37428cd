import { INCOMPLETE_PHONE } from '@referral-dashboard/api-contract/phone-messages';
import { useAuth } from '@referral-dashboard/react-auth';
import { type FormEvent, useRef, useState } from 'react';
import type { CaptchaSolution } from '../../shared/captcha/captcha.tsx';
import { describeError, type ErrorText } from '../../shared/errors/describe-error.ts';
import { splitFieldErrors } from '../../shared/errors/field-errors.ts';
import { isFullNumber, nationalDigits, toE164 } from '../../shared/format/phone.ts';

const FIELDS = ['phone', 'password', 'smart-token'] as const;
export type LoginField = (typeof FIELDS)[number];
export type LoginProblems = { failure: ErrorText | null; fields: Partial<Record<LoginField, string>> };

const NO_PROBLEMS: LoginProblems = { failure: null, fields: {} };
const FAILURE_TITLE = 'Ошибка входа';

const readField = (form: HTMLFormElement, name: string) => String(new FormData(form).get(name) ?? '');

function missingFields(
  national: string,
  password: string,
  captcha: CaptchaSolution,
): LoginProblems['fields'] {
  return {
    ...(!isFullNumber(national) && { phone: INCOMPLETE_PHONE }),
    ...(password === '' && { password: 'Введите пароль' }),
    ...(captcha.isMissing && { 'smart-token': 'Подтвердите, что вы не робот' }),
  };
}

function toProblems(error: unknown): LoginProblems {
  const { fields, rest } = splitFieldErrors(error, FIELDS);
  const errorText = describeError(error, FAILURE_TITLE);
  if (rest !== '') return { fields, failure: { ...errorText, advice: rest } };
  const hasFieldErrors = Object.keys(fields).length > 0;
  return { fields, failure: hasFieldErrors ? null : errorText };
}

/** State of the login form. Input is kept after errors; only one attempt runs at a time. */
export function useLoginForm(
  captcha: CaptchaSolution,
  onAttempt: (isPending: boolean) => void,
  onSignIn: () => void,
) {
  const { login } = useAuth();
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [isBusy, setBusy] = useState(false);
  const isPendingRef = useRef(false);

  const report = (form: HTMLFormElement, next: LoginProblems) => {
    setProblems(next);
    const first = next.fields.phone ? 'phone' : 'password';
    const field = form.elements.namedItem(first);
    // Focuses the field only when the user can correct it; otherwise the focus stays on the button.
    const canCorrect = next.fields[first] !== undefined || next.failure?.advice === '';
    if (canCorrect && field instanceof HTMLInputElement) field.focus();
    if (canCorrect && first === 'password' && field instanceof HTMLInputElement) field.select();
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isPendingRef.current) return;
    const national = nationalDigits(readField(form, 'phone'));
    const password = readField(form, 'password');
    const fields = missingFields(national, password, captcha);
    if (Object.keys(fields).length > 0) return report(form, { failure: null, fields });

    isPendingRef.current = true;
    setBusy(true);
    onAttempt(true);
    setProblems(NO_PROBLEMS);
    try {
      await login({ phone: toE164(national), password, smartToken: captcha.token });
      onSignIn();
    } catch (error) {
      onAttempt(false);
      captcha.reset();
      report(form, toProblems(error));
    } finally {
      isPendingRef.current = false;
      setBusy(false);
    }
  };

  const clearError = (field: LoginField) =>
    setProblems((current) => ({ ...current, fields: { ...current.fields, [field]: undefined } }));

  return { problems, isBusy, submit, clearError };
}
