import { type FormErrors, schemaResolver, useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { isConflict } from '../api/failure.ts';
import { useDraft } from '../drafts/use-draft.ts';
import { describeError, type ErrorText } from '../errors/describe-error.ts';
import { splitFieldErrors } from '../errors/field-errors.ts';
import { getChangedValues } from './changes.ts';
import { focusFirstError } from './focus-field.ts';

type Field<Values> = keyof Values & string;

type ContractFormOptions<Values extends object, Schema extends z.ZodType> = {
  /** Contract schema of the request body. */
  schema: Schema;
  /** Initial values. When they change later, fields that the user has not edited are updated. */
  saved: Values;
  /** Builds the request body. Defaults to the values themselves. `saved` holds the values before the edits. */
  toBody?: (values: Values, saved: Values) => unknown;
  /** Error messages that replace those of the contract, by field. */
  messages?: Partial<Record<Field<Values>, string | ((values: Values, schemaErrors: string) => string)>>;
  /** Additional validation. Messages of the schema take precedence. */
  rules?: (values: Values) => FormErrors;
  isCheckedOnBlur?: boolean;
  /** Draft name. Without it, input is not saved. */
  draft?: string;
  /** Fields that are never saved in the draft. */
  secretFields?: readonly Field<Values>[];
  /** Error title, e.g. «Лид не добавлен». */
  failureTitle: string;
  /** Returns the text for an error that does not belong to a field. */
  toErrorText?: (error: unknown, failureTitle: string) => ErrorText;
  /** Sends the parsed body. */
  send: (body: z.output<Schema>) => Promise<void>;
  /** Returns the text for a conflict with a change of another user; `null` when it is shown elsewhere. */
  onConflict?: (error: Error) => Promise<ErrorText | null> | ErrorText | null;
  /** Called on every error of `send`. */
  onError?: (error: unknown) => void;
};

/**
 * Form that is validated by a contract schema and by the server. Errors are shown at their fields, others in an alert. Unsaved input can be
 * kept as a draft.
 */
export function useContractForm<Values extends object, Schema extends z.ZodType>({
  schema,
  saved,
  toBody = (values) => values,
  messages = {},
  rules,
  isCheckedOnBlur = false,
  draft = '',
  secretFields = [],
  failureTitle,
  toErrorText = describeError,
  send,
  onConflict,
  onError,
}: ContractFormOptions<Values, Schema>) {
  const { storedDraft, saveDraft } = useDraft<Partial<Values>>(draft);
  const [base, setBase] = useState(saved);
  const baseRef = useRef(base);
  const [failure, setFailure] = useState<ErrorText | null>(null);
  const [isSending, setSending] = useState(false);
  /** A double click arrives before the button is disabled. */
  const isPending = useRef(false);
  const sent = useRef(saved);
  const fields = Object.keys(saved) as Field<Values>[];

  const validate = (values: Values): FormErrors => {
    const schemaErrors = schemaResolver<true>(schema, { sync: true })(
      toBody(values, baseRef.current) as Record<string, unknown>,
    );
    const problems = Object.entries(schemaErrors).map(([path, sentence]) => {
      const field = fields.find((name) => path === name || path.startsWith(`${name}.`));
      const override = field && messages[field];
      return [
        field ?? path,
        typeof override === 'function' ? override(values, String(sentence)) : (override ?? sentence),
      ];
    });
    return { ...rules?.(values), ...Object.fromEntries(problems.reverse()) };
  };

  const saveInput = (typed: Values) => {
    if (draft === '') return;
    const changes = Object.entries(getChangedValues(baseRef.current, typed));
    saveDraft(
      Object.fromEntries(
        changes.filter(([name]) => !secretFields.some((one) => one === name)),
      ) as Partial<Values>,
    );
  };
  const form = useForm<Values>({
    initialValues: { ...saved, ...storedDraft },
    validate,
    validateInputOnBlur: isCheckedOnBlur,
    onValuesChange: saveInput,
  });

  /** Replaces the saved values and applies `changes` on top. */
  const rebase = (savedValues: Values, changes: Partial<Values>) => {
    baseRef.current = savedValues;
    setBase(savedValues);
    form.setValues({ ...savedValues, ...changes });
    saveInput({ ...savedValues, ...changes });
  };
  const lastSaved = useRef(saved);
  useEffect(() => {
    const isNew = Object.keys(getChangedValues(lastSaved.current, saved)).length > 0;
    lastSaved.current = saved;
    if (isNew && Object.keys(getChangedValues(base, saved)).length > 0)
      rebase(saved, getChangedValues(base, form.getValues()));
  });

  async function showError(error: unknown): Promise<void> {
    const { fields: fieldErrors, rest } = splitFieldErrors(error, fields);
    form.setErrors(fieldErrors);
    focusFirstError(form, fieldErrors);
    if (isConflict(error) && onConflict)
      try {
        setFailure(await onConflict(error));
      } catch {
        // The conflict could not be described, e.g. without a connection.
        setFailure(describeError(error, failureTitle));
      }
    else if (rest) setFailure({ title: failureTitle, advice: rest });
    else if (Object.keys(fieldErrors).length === 0) setFailure(toErrorText(error, failureTitle));
    onError?.(error);
  }

  const submit = form.onSubmit(
    async (values) => {
      if (isPending.current) return;
      isPending.current = true;
      sent.current = values;
      setSending(true);
      setFailure(null);
      try {
        await send(schema.parse(toBody(values, baseRef.current)));
      } catch (error) {
        await showError(error).catch(reportError);
      } finally {
        isPending.current = false;
        setSending(false);
      }
    },
    (errors) => {
      focusFirstError(form, errors);
      const hiddenErrors = Object.keys(errors).filter((name) => !fields.some((field) => field === name));
      if (hiddenErrors.length > 0)
        setFailure({
          title: failureTitle,
          advice: hiddenErrors.map((name) => String(errors[name])).join(' '),
        });
    },
  );

  return {
    form,
    submit,
    failure,
    isSending,
    isDirty: Object.keys(getChangedValues(base, form.values)).length > 0,
    /** Call after a successful save. Input typed during the request is kept. */
    markSaved: (savedValues: Values) => rebase(savedValues, getChangedValues(sent.current, form.getValues())),
    /** Restores the saved values and clears the errors. */
    reset: () => {
      form.setValues(base);
      form.clearErrors();
      setFailure(null);
    },
    /** Deletes the draft. */
    discardDraft: () => saveDraft(null),
  };
}
