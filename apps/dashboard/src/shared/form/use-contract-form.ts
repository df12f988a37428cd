import { type FormErrors, schemaResolver, useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { isOvertaken } from '../api/failure.ts';
import { useDraft } from '../drafts/use-draft.ts';
import { fieldErrorsOf } from '../errors/field-errors.ts';
import { type ErrorSentence, errorSentence } from '../errors/sentence.ts';
import { changesOf } from './changes.ts';
import { focusFirst } from './focus-field.ts';

type Field<Values> = keyof Values & string;

type ContractFormOptions<Values extends object, Schema extends z.ZodType> = {
  /** Contract schema of the request body. */
  schema: Schema;
  /** Initial values. When they change later, fields that the user has not edited are updated. */
  saved: Values;
  /** Builds the request body. Defaults to the values themselves. `saved` holds the values before the edits. */
  bodyOf?: (values: Values, saved: Values) => unknown;
  /** Error messages that replace those of the contract, by field. */
  sentences?: Partial<Record<Field<Values>, string | ((values: Values, told: string) => string)>>;
  /** Additional validation. Messages of the schema take precedence. */
  rules?: (values: Values) => FormErrors;
  isCheckedOnBlur?: boolean;
  /** Draft name. Without it, input is not saved. */
  draft?: string;
  /** Fields that are never saved in the draft. */
  secret?: readonly Field<Values>[];
  /** Error title, e.g. «Лид не добавлен». */
  failed: string;
  /** Returns the text for an error that does not belong to a field. */
  sentenceOf?: (error: unknown, failed: string) => ErrorSentence;
  /** Sends the parsed body. */
  send: (body: z.output<Schema>) => Promise<void>;
  /** Returns the text for a conflict with a change of another user; `null` when it is shown elsewhere. */
  onOvertaken?: (error: Error) => Promise<ErrorSentence | null> | ErrorSentence | null;
  /** Called on every error of `send`. */
  onRefused?: (error: unknown) => void;
};

/**
 * Form that is validated by a contract schema and by the server. Errors are shown at their fields, others in an alert. Unsaved input can be
 * kept as a draft.
 */
export function useContractForm<Values extends object, Schema extends z.ZodType>({
  schema,
  saved,
  bodyOf = (values) => values,
  sentences = {},
  rules,
  isCheckedOnBlur = false,
  draft = '',
  secret = [],
  failed,
  sentenceOf = errorSentence,
  send,
  onOvertaken,
  onRefused,
}: ContractFormOptions<Values, Schema>) {
  const { found, keep } = useDraft<Partial<Values>>(draft);
  const [base, setBase] = useState(saved);
  const compared = useRef(base);
  const [failure, setFailure] = useState<ErrorSentence | null>(null);
  const [isSending, setSending] = useState(false);
  /** A double click arrives before the button is disabled. */
  const isUnderWay = useRef(false);
  const sent = useRef(saved);
  const fields = Object.keys(saved) as Field<Values>[];

  const check = (values: Values): FormErrors => {
    const told = schemaResolver<true>(schema, { sync: true })(
      bodyOf(values, compared.current) as Record<string, unknown>,
    );
    const problems = Object.entries(told).map(([path, sentence]) => {
      const field = fields.find((name) => path === name || path.startsWith(`${name}.`));
      const ours = field && sentences[field];
      return [
        field ?? path,
        typeof ours === 'function' ? ours(values, String(sentence)) : (ours ?? sentence),
      ];
    });
    return { ...rules?.(values), ...Object.fromEntries(problems.reverse()) };
  };

  const keepTyped = (typed: Values) => {
    if (draft === '') return;
    const changes = Object.entries(changesOf(compared.current, typed));
    keep(
      Object.fromEntries(changes.filter(([name]) => !secret.some((one) => one === name))) as Partial<Values>,
    );
  };
  const form = useForm<Values>({
    initialValues: { ...saved, ...found },
    validate: check,
    validateInputOnBlur: isCheckedOnBlur,
    onValuesChange: keepTyped,
  });

  /** Replaces the saved values and applies `changes` on top. */
  const follow = (now: Values, changes: Partial<Values>) => {
    compared.current = now;
    setBase(now);
    form.setValues({ ...now, ...changes });
    keepTyped({ ...now, ...changes });
  };
  const seen = useRef(saved);
  useEffect(() => {
    const isNew = Object.keys(changesOf(seen.current, saved)).length > 0;
    seen.current = saved;
    if (isNew && Object.keys(changesOf(base, saved)).length > 0)
      follow(saved, changesOf(base, form.getValues()));
  });

  async function refuse(error: unknown): Promise<void> {
    onRefused?.(error);
    const { fields: named, rest } = fieldErrorsOf(error, fields);
    form.setErrors(named);
    focusFirst(form, named);
    if (isOvertaken(error) && onOvertaken) setFailure(await onOvertaken(error));
    else if (rest) setFailure({ title: failed, advice: rest });
    else if (Object.keys(named).length === 0) setFailure(sentenceOf(error, failed));
  }

  const submit = form.onSubmit(
    async (values) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      sent.current = values;
      setSending(true);
      setFailure(null);
      try {
        await send(schema.parse(bodyOf(values, compared.current)));
      } catch (error) {
        await refuse(error);
      }
      isUnderWay.current = false;
      setSending(false);
    },
    (errors) => {
      focusFirst(form, errors);
      const unseen = Object.keys(errors).filter((name) => !fields.some((field) => field === name));
      if (unseen.length > 0)
        setFailure({ title: failed, advice: unseen.map((name) => String(errors[name])).join(' ') });
    },
  );

  return {
    form,
    submit,
    failure,
    isSending,
    isDirty: Object.keys(changesOf(base, form.values)).length > 0,
    /** Call after a successful save. Input typed during the request is kept. */
    settle: (now: Values) => follow(now, changesOf(sent.current, form.getValues())),
    /** Restores the saved values and clears the errors. */
    reset: () => {
      form.setValues(base);
      form.clearErrors();
      setFailure(null);
    },
    /** Deletes the draft. */
    forget: () => keep(null),
  };
}
