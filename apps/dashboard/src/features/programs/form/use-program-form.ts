import { type FormErrors, useForm } from '@mantine/form';
import { type Organization, type Program, programRoutes } from '@referral-dashboard/api-contract';
import { useEffect, useState } from 'react';
import { isApiFailure } from '../../../shared/api/failure.ts';
import { useApiMutation } from '../../../shared/api/use-api-mutation.ts';
import { useDraft } from '../../../shared/drafts/use-draft.ts';
import { describeError, type ErrorText } from '../../../shared/errors/describe-error.ts';
import { fieldErrorsOf } from '../../../shared/errors/field-errors.ts';
import { focusFirstError } from '../../../shared/form/focus-field.ts';
import { bodyOf, changesOf, problemsOf, rebased } from './program-body.ts';
import { type ProgramFields, type ProgramValues, valuesFor, valuesOf } from './program-values.ts';

export type ProgramForm = ReturnType<typeof useProgramForm>;

const FAILED = 'Программа не сохранена';

/** Unsaved form values and the saved values they are based on. `version` is null for a new program. */
type ProgramDraft = { version: number | null; base: ProgramValues; values: ProgramValues };

/** Error that no field displays. Null if fields display it, or for a version conflict, which has a separate alert. */
function failureOf(error: unknown, fields: FormErrors, form: ProgramFields): ErrorText | null {
  const unseen = Object.entries(fields).filter(([name]) => !form.getInputNode(name));
  if (unseen.length > 0) return { title: FAILED, advice: unseen.map(([, told]) => String(told)).join(' ') };
  if (Object.keys(fields).length > 0) return null;
  if (isApiFailure(error) && error.code === 'version_conflict') return null;
  const { title, advice } = describeError(error, FAILED);
  return { title: FAILED, advice: [title, advice].filter((part) => part && part !== FAILED).join('. ') };
}

/** Form of a new or saved program. Handles concurrent changes and keeps unsaved values as a draft. */
export function useProgramForm(program: Program | null, organization: Organization) {
  const saved = program === null ? valuesFor(organization) : valuesOf(program);
  const version = program?.version ?? null;
  const { storedDraft, saveDraft } = useDraft<ProgramDraft>(`program:${program?.id ?? 'new'}`);
  const [base, setBase] = useState({
    values: storedDraft?.base ?? saved,
    version: storedDraft?.version ?? version,
  });
  const [side, setSide] = useState<'form' | 'preview'>('form');
  const [failure, setFailure] = useState<ErrorText | null>(null);
  const form = useForm<ProgramValues>({
    initialValues: storedDraft?.values ?? saved,
    validate: (values) => problemsOf(values, base.values),
    validateInputOnBlur: true,
  });
  const create = useApiMutation(programRoutes.createProgram, [programRoutes.programs]);
  const update = useApiMutation(programRoutes.updateProgram, [programRoutes.programs]);
  const isSaving = create.isPending || update.isPending;

  const changes = changesOf(base.values, form.values);
  const isDirty = Object.keys(changes).length > 0;
  const isBehind = version !== null && base.version !== null && version > base.version;

  /** Rebases the form from the saved values `before` onto the saved values `now`. Edited fields are kept. */
  const follow = (before: ProgramValues, now: ProgramValues, to: number | null) => {
    form.setValues((typed) => rebased(before, now, { ...before, ...typed }));
    setBase({ values: now, version: to });
    setFailure(null);
  };
  const catchUp = () => follow(base.values, saved, version);
  useEffect(() => {
    if (isBehind && !isDirty) catchUp();
  });
  useEffect(() => {
    saveDraft(isDirty ? { version: base.version, base: base.values, values: form.values } : null);
  }, [isDirty, base, form.values, saveDraft]);

  /** @returns the saved program, or null on failure; then the form shows the error. */
  async function save(): Promise<Program | null> {
    if (isSaving) return null;
    const { hasErrors, errors } = form.validate();
    if (hasErrors) {
      focusFirstError(form, errors);
      return null;
    }
    setFailure(null);
    const typed = form.values;
    try {
      const answer =
        program === null || base.version === null
          ? await create.mutateAsync({ body: bodyOf(typed) })
          : await update.mutateAsync({
              params: { id: program.id },
              body: { ...changes, version: base.version },
            });
      follow(typed, valuesOf(answer), answer.version);
      return answer;
    } catch (error) {
      const { fields } = fieldErrorsOf(error, Object.keys(isApiFailure(error) ? error.fieldErrors : {}));
      form.setErrors(fields);
      setFailure(failureOf(error, fields, form));
      focusFirstError(form, fields);
      return null;
    }
  }

  const reset = () => {
    form.setValues(saved);
    setBase({ values: saved, version });
    form.clearErrors();
    setFailure(null);
  };

  return {
    form,
    save,
    reset,
    /** Loads the changes of other users and keeps edited fields. */
    catchUp,
    failure,
    /** Visible side on screens without room for both. */
    side,
    setSide,
    isSaving,
    isDirty,
    /** True if another user saved the program while this form has unsaved changes. */
    isBehind: isBehind && isDirty,
    /** Deletes the draft. */
    discard: () => saveDraft(null),
    isRewardChanged: 'reward' in changes || 'reward_event' in changes,
  };
}
