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
  /** The contract's schema of what is sent. */
  schema: Schema;
  /** Values the fields begin with. When they change later, fields that nobody has touched follow. */
  saved: Values;
  /** The body made of the values; left out: the values themselves. `saved` is what they are compared with. */
  bodyOf?: (values: Values, saved: Values) => unknown;
  /** Sentences in place of the contract's, by field. */
  sentences?: Partial<Record<Field<Values>, string | ((values: Values, told: string) => string)>>;
  /** Rules beyond the schema; its own sentences come first. */
  rules?: (values: Values) => FormErrors;
  /** Checks a field when it is left. */
  isCheckedOnBlur?: boolean;
  /** Name of the draft; left out: nothing typed is kept. */
  draft?: string;
  /** Fields that no draft keeps. */
  secret?: readonly Field<Values>[];
  /** «Лид не добавлен» */
  failed: string;
  /** Words for a refusal that no field tells. */
  sentenceOf?: (error: unknown, failed: string) => ErrorSentence;
  /** Sends what the schema has read. */
  send: (body: z.output<Schema>) => Promise<void>;
  /** Words for a change of somebody else's that came first; `null` where they are told elsewhere. */
  onOvertaken?: (error: Error) => Promise<ErrorSentence | null> | ErrorSentence | null;
  /** Called at every refusal. */
  onRefused?: (error: unknown) => void;
};

/** A form over a schema of the contract: its checks and the server's, at the fields; the rest as an alert; its draft. */
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
  /** A second press comes before the button has been drawn as busy. */
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

  /** Takes over what is saved `now`, with `changes` over it. */
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
    /** Something is typed that is not saved. */
    isDirty: Object.keys(changesOf(base, form.values)).length > 0,
    /** Takes over what was saved just now; what was typed since it was sent stays. */
    settle: (now: Values) => follow(now, changesOf(sent.current, form.getValues())),
    /** Gives up what is typed. */
    reset: () => {
      form.setValues(base);
      form.clearErrors();
      setFailure(null);
    },
    /** Drops the draft: the form is left for good. */
    forget: () => keep(null),
  };
}
