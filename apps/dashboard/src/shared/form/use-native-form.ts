import { type FormEvent, useRef, useState } from 'react';
import type { ErrorText, FieldMessages } from '../errors/explain-error.ts';
import { useSubmission } from './use-submission.ts';

/** Text of a field; empty if the form has no such field. */
export const readText = (data: FormData, name: string) => String(data.get(name) ?? '');

/** Messages of the fields, and a message above the button. */
export type FormProblems<Field extends string> = { errors: FieldMessages<Field>; failure: ErrorText | null };

type NativeFormOptions<Values, Field extends string> = {
  /** Names of the fields with error messages, in page order. */
  fields: readonly Field[];
  /** Shown first. Default: none. */
  initialProblems?: FormProblems<Field> | undefined;
  read: (data: FormData) => Values;
  validate?: (values: Values) => FieldMessages<Field>;
  /** Error title, e.g. «Пароль не изменен». */
  failureTitle: string;
  send: (values: Values) => Promise<void>;
  describe?: (error: unknown) => ErrorText | null | undefined;
  /** Called after the error is shown. `element` is null if the form was not submitted by an event. */
  onError?: (error: unknown, element: HTMLFormElement | null) => void;
};

/**
 * Form whose fields keep their values in the DOM. Use it for pages that the server renders, so that input typed before hydration is kept,
 * and for pages that load no schemas.
 */
export function useNativeForm<Values, Field extends string>({
  fields,
  initialProblems,
  read,
  validate = () => ({}),
  failureTitle,
  send,
  describe,
  onError,
}: NativeFormOptions<Values, Field>) {
  const [errors, setErrors] = useState<FieldMessages<Field>>(initialProblems?.errors ?? {});
  const element = useRef<HTMLFormElement>(null);

  const showErrors = (next: FieldMessages<Field>) => {
    setErrors(next);
    const first = fields.find((name) => next[name] !== undefined);
    const field = first && element.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  };
  const { failure, setFailure, isSending, submit } = useSubmission({
    failureTitle,
    initialFailure: initialProblems?.failure,
    hasField: (name) => fields.some((field) => field === name),
    showErrors: (next) => showErrors(next as FieldMessages<Field>),
    describe,
    onError: (error) => onError?.(error, element.current),
  });

  /** Sends values without validation. */
  const sendValues = async (values: Values) => {
    setErrors({});
    await submit(() => send(values));
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    element.current = event.currentTarget;
    const values = read(new FormData(event.currentTarget));
    const problems = validate(values);
    if (Object.keys(problems).length === 0) return void sendValues(values);
    setFailure(null);
    showErrors(problems);
  };

  return {
    submit: handleSubmit,
    sendValues,
    errors,
    failure,
    isSending,
    clearError: (field: Field) => setErrors((before) => ({ ...before, [field]: undefined })),
  };
}
