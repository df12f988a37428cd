import { type FormErrors, schemaResolver, useForm } from '@mantine/form';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { isConflict } from '../api/failure.ts';
import { useDraft } from '../drafts/use-draft.ts';
import type { ErrorText } from '../errors/explain-error.ts';
import { joinMessages, toFieldSentence } from '../errors/field-sentences.ts';
import { completeDraft, getChangedValues } from './changes.ts';
import { focusFirstError } from './focus-field.ts';
import { useSubmission } from './use-submission.ts';

type Field<Values> = keyof Values & string;

/** Unsaved values with the saved values they are based on. */
type VersionedDraft<Values> = { version: number | null; base: Values; values: Values };

type ContractFormOptions<Values extends object, Schema extends z.ZodType, Result> = {
  /** Contract schema of the request body. */
  schema: Schema;
  /** Initial values. When they change later, fields that the user has not edited are updated. */
  saved: Values;
  /**
   * Version of the saved values, `null` for a new object. With it, newer values do not replace the base of unsaved input by themselves:
   * `isOutdated` is true until `mergeSaved` is called.
   */
  version?: number | null;
  /** Combines newer saved values with the input. By default, edited fields keep the input. */
  merge?: (base: Values, saved: Values, typed: Values) => Values;
  /** Builds the request body. Defaults to the values themselves. `saved` holds the values before the edits. */
  toBody?: (values: Values, saved: Values) => unknown;
  /** Error messages that replace those of the contract, by field. */
  messages?: Partial<Record<Field<Values>, string | ((values: Values, schemaErrors: string) => string)>>;
  /** Additional validation. Messages of the schema take precedence. */
  rules?: (values: Values, saved: Values) => FormErrors;
  isCheckedOnBlur?: boolean;
  /** Draft name. Without it, input is not saved. */
  draft?: string;
  /** Fields that are never saved in the draft. */
  secretFields?: readonly Field<Values>[];
  /** Error title, e.g. «Лид не добавлен». */
  failureTitle: string;
  /** Sends the parsed body. */
  send: (
    body: z.output<Schema>,
    input: { values: Values; saved: Values; version: number | null },
  ) => Promise<Result>;
  /** Returns the text of an error; `null` when it is shown elsewhere, `undefined` for the default text. */
  describe?: (error: unknown) => ErrorText | null | undefined;
  /** Returns the text for a conflict with a change of another user; `null` when it is shown elsewhere. */
  onConflict?: (error: Error) => Promise<ErrorText | null> | ErrorText | null;
  /** Called after an error of `send` is shown. */
  onError?: (error: unknown) => void;
};

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

const mergeValues = <Values extends object>(base: Values, saved: Values, typed: Values): Values => ({
  ...saved,
  ...getChangedValues(base, typed),
});

/**
 * Form that is validated by a contract schema and by the server. Errors are shown at their fields, others in an alert. Unsaved input can be
 * kept as a draft.
 */
export function useContractForm<Values extends object, Schema extends z.ZodType, Result = void>({
  schema,
  saved,
  version,
  merge = mergeValues,
  toBody = (values) => values,
  messages = {},
  rules,
  isCheckedOnBlur = false,
  draft = '',
  secretFields = [],
  failureTitle,
  send,
  describe,
  onConflict,
  onError,
}: ContractFormOptions<Values, Schema, Result>) {
  const isVersioned = version !== undefined;
  const { storedDraft, saveDraft } = useDraft<Partial<Values> | VersionedDraft<Values>>(draft);
  const [initial] = useState((): VersionedDraft<Values> => {
    if (isVersioned && storedDraft !== null && 'base' in storedDraft)
      return {
        ...storedDraft,
        base: completeDraft(storedDraft.base, saved),
        values: completeDraft(storedDraft.values, saved),
      };
    return {
      version: version ?? null,
      base: saved,
      values: isVersioned || storedDraft === null ? saved : completeDraft(storedDraft, saved),
    };
  });
  const [base, setBase] = useState({ values: initial.base, version: initial.version });
  const baseRef = useRef(base);
  const sent = useRef(saved);
  const fields = Object.keys(saved) as Field<Values>[];

  /** An object holds several fields, so only its parts with an input show messages. */
  const hasField = (name: string) =>
    fields.some((field) => field === name && !isObject(saved[field])) || form.getInputNode(name) !== null;

  const validate = (values: Values): FormErrors => {
    const { values: savedValues } = baseRef.current;
    const schemaErrors = schemaResolver<true>(schema, { sync: true })(
      toBody(values, savedValues) as Record<string, unknown>,
    );
    const problems = Object.entries(schemaErrors).map(([path, message]) => {
      const sentence = toFieldSentence(path, String(message));
      const field = fields.find((name) => path === name || path.startsWith(`${name}.`));
      const override = field && messages[field];
      return [
        // The items of a list share the message of the list.
        field && !isObject(saved[field]) ? field : path,
        typeof override === 'function' ? override(values, sentence) : (override ?? sentence),
      ];
    });
    const ruleErrors = Object.entries(rules?.(values, savedValues) ?? {}).map(([name, message]) => [
      name,
      typeof message === 'string' ? toFieldSentence(name, message) : message,
    ]);
    return { ...Object.fromEntries(ruleErrors), ...Object.fromEntries(problems.reverse()) };
  };

  const saveInput = (values: Values) => {
    if (draft === '') return;
    const changes = getChangedValues(baseRef.current.values, values);
    const isDirty = Object.keys(changes).length > 0;
    if (isVersioned)
      return saveDraft(
        isDirty ? { version: baseRef.current.version, base: baseRef.current.values, values } : null,
      );
    for (const name of secretFields) delete changes[name];
    saveDraft(changes);
  };
  const form = useForm<Values>({
    initialValues: initial.values,
    validate,
    validateInputOnBlur: isCheckedOnBlur,
    onValuesChange: saveInput,
  });
  const { failure, setFailure, isSending, submit } = useSubmission({
    failureTitle,
    hasField,
    showErrors: (errors) => {
      form.setErrors(errors);
      focusFirstError(form, errors);
    },
    describe: (error) => {
      const text = describe?.(error);
      return text === undefined && onConflict && isConflict(error) ? onConflict(error) : text;
    },
    onError,
  });

  /** Replaces the saved values and the input. */
  const rebase = (savedValues: Values, values: Values, savedVersion = version ?? null) => {
    const next = { values: savedValues, version: savedVersion };
    baseRef.current = next;
    setBase(next);
    form.setValues(values);
    saveInput(values);
  };
  const takeSaved = () => rebase(saved, merge(base.values, saved, form.getValues()));
  const isDirty = Object.keys(getChangedValues(base.values, form.values)).length > 0;
  const isOutdated = isVersioned && (version ?? 0) > (base.version ?? 0);

  const lastSaved = useRef(saved);
  // Mantine's form keeps the values, so newer saved values are copied into it.
  useEffect(() => {
    const isNew = Object.keys(getChangedValues(lastSaved.current, saved)).length > 0;
    lastSaved.current = saved;
    if (
      isVersioned
        ? isOutdated && !isDirty
        : isNew && Object.keys(getChangedValues(base.values, saved)).length > 0
    )
      takeSaved();
  });

  /** Validates and sends. Resolves to the result of `send`; to `null` after an error, which the form shows. */
  async function save(): Promise<Result | null> {
    const { errors } = form.validate();
    if (Object.keys(errors).length > 0) {
      focusFirstError(form, errors);
      const hiddenErrors = Object.keys(errors).filter((name) => !hasField(name));
      if (hiddenErrors.length > 0)
        setFailure({
          title: failureTitle,
          advice: joinMessages(hiddenErrors.map((name) => String(errors[name]))),
        });
      return null;
    }
    const values = form.getValues();
    return submit(() => {
      sent.current = values;
      const input = { values, saved: baseRef.current.values, version: baseRef.current.version };
      return send(schema.parse(toBody(values, input.saved)), input);
    });
  }

  return {
    form,
    save,
    submit: (event?: FormEvent) => {
      event?.preventDefault();
      void save();
    },
    failure,
    isSending,
    isDirty,
    /** True if another user saved the object while this form has unsaved input. Requires `version`. */
    isOutdated: isOutdated && isDirty,
    /** Takes the newer saved values. Edited fields keep the input. */
    mergeSaved: () => {
      takeSaved();
      setFailure(null);
    },
    /** Saved values that the input is based on. */
    base: base.values,
    /** Call after a successful save. Input typed during the request is kept. */
    markSaved: (savedValues: Values, savedVersion?: number) =>
      rebase(savedValues, merge(sent.current, savedValues, form.getValues()), savedVersion),
    /** Restores the saved values and clears the errors. */
    reset: () => {
      const savedValues = isVersioned ? saved : base.values;
      rebase(savedValues, savedValues);
      form.clearErrors();
      setFailure(null);
    },
    /** Deletes the draft. */
    discardDraft: () => saveDraft(null),
  };
}
