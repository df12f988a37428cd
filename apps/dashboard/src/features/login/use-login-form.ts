import { useAuth } from '@referral-dashboard/react-auth';
import { type FormEvent, useRef, useState } from 'react';
import type { CaptchaSolution } from '../../shared/captcha/captcha.tsx';
import { describeError, type ErrorText } from '../../shared/errors/describe-error.ts';
import { fieldErrorsOf } from '../../shared/errors/field-errors.ts';
import { isFullNumber, nationalDigits, toE164 } from '../../shared/format/phone.ts';

const FIELDS = ['phone', 'password', 'smart-token'] as const;
export type LoginField = (typeof FIELDS)[number];
export type LoginProblems = { failure: ErrorText | null; fields: Partial<Record<LoginField, string>> };

const NO_PROBLEMS: LoginProblems = { failure: null, fields: {} };
const FAILED = 'Ошибка входа';

const typedIn = (form: HTMLFormElement, name: string) => String(new FormData(form).get(name) ?? '');

function missing(national: string, password: string, captcha: CaptchaSolution): LoginProblems['fields'] {
  return {
    ...(!isFullNumber(national) && { phone: 'Введите номер полностью: +7 и 10 цифр' }),
    ...(password === '' && { password: 'Введите пароль' }),
    ...(captcha.isMissing && { 'smart-token': 'Подтвердите, что вы не робот' }),
  };
}

function problemsOf(error: unknown): LoginProblems {
  const { fields, rest } = fieldErrorsOf(error, FIELDS);
  const sentence = describeError(error, FAILED);
  if (rest !== '') return { fields, failure: { ...sentence, advice: rest } };
  const named = Object.keys(fields).length > 0;
  return { fields, failure: named ? null : sentence };
}

/** State of the login form. Input is kept after errors; only one attempt runs at a time. */
export function useLoginForm(
  captcha: CaptchaSolution,
  onAttempt: (isUnderWay: boolean) => void,
  onSignedIn: () => void,
) {
  const { login } = useAuth();
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [isBusy, setBusy] = useState(false);
  const underWay = useRef(false);

  const report = (form: HTMLFormElement, found: LoginProblems) => {
    setProblems(found);
    const first = found.fields.phone ? 'phone' : 'password';
    const field = form.elements.namedItem(first);
    // Focuses the field only when the user can correct it; otherwise the focus stays on the button.
    const isToMend = found.fields[first] !== undefined || found.failure?.advice === '';
    if (isToMend && field instanceof HTMLInputElement) field.focus();
    if (isToMend && first === 'password' && field instanceof HTMLInputElement) field.select();
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (underWay.current) return;
    const national = nationalDigits(typedIn(form, 'phone'));
    const password = typedIn(form, 'password');
    const fields = missing(national, password, captcha);
    if (Object.keys(fields).length > 0) return report(form, { failure: null, fields });

    underWay.current = true;
    setBusy(true);
    onAttempt(true);
    setProblems(NO_PROBLEMS);
    try {
      await login({ phone: toE164(national), password, smartToken: captcha.token });
      onSignedIn();
    } catch (error) {
      onAttempt(false);
      captcha.reset();
      report(form, problemsOf(error));
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };

  const clear = (field: LoginField) =>
    setProblems((now) => ({ ...now, fields: { ...now.fields, [field]: undefined } }));

  return { problems, isBusy, submit, clear };
}
