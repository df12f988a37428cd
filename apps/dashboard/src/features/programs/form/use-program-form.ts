import { type FormErrors, useForm } from '@mantine/form';
import { type Organization, type Program, programRoutes } from '@referral-dashboard/api-contract';
import { useEffect, useState } from 'react';
import { isApiFailure } from '../../../shared/api/failure.ts';
import { useApiMutation } from '../../../shared/api/use-api-mutation.ts';
import { useDraft } from '../../../shared/drafts/use-draft.ts';
import { describeError, type ErrorText } from '../../../shared/errors/describe-error.ts';
import { splitFieldErrors } from '../../../shared/errors/field-errors.ts';
import { focusFirstError } from '../../../shared/form/focus-field.ts';
import { getChanges, getErrors, rebase, toBody } from './program-body.ts';
import { getInitialValues, type ProgramFields, type ProgramValues, toValues } from './program-values.ts';

export type ProgramForm = ReturnType<typeof useProgramForm>;

const ERROR_TITLE = 'Программа не сохранена';

/** Unsaved form values and the saved values they are based on. `version` is null for a new program. */
type ProgramDraft = { version: number | null; base: ProgramValues; values: ProgramValues };

/** Error that no field displays. Null if fields display it, or for a version conflict, which has a separate alert. */
function getFailure(error: unknown, fields: FormErrors, form: ProgramFields): ErrorText | null {
  const hiddenErrors = Object.entries(fields).filter(([name]) => !form.getInputNode(name));
  if (hiddenErrors.length > 0)
    return { title: ERROR_TITLE, advice: hiddenErrors.map(([, message]) => String(message)).join(' ') };
  if (Object.keys(fields).length > 0) return null;
  if (isApiFailure(error) && error.code === 'version_conflict') return null;
  const { title, advice } = describeError(error, ERROR_TITLE);
  return {
    title: ERROR_TITLE,
    advice: [title, advice].filter((text) => text && text !== ERROR_TITLE).join('. '),
  };
}

/** Form of a new or saved program. Handles concurrent changes and keeps unsaved values as a draft. */
export function useProgramForm(program: Program | null, organization: Organization) {
  const savedValues = program === null ? getInitialValues(organization) : toValues(program);
  const version = program?.version ?? null;
  const { storedDraft, saveDraft } = useDraft<ProgramDraft>(`program:${program?.id ?? 'new'}`);
  const [base, setBase] = useState({
    values: storedDraft?.base ?? savedValues,
    version: storedDraft?.version ?? version,
  });
  const [side, setSide] = useState<'form' | 'preview'>('form');
  const [failure, setFailure] = useState<ErrorText | null>(null);
  const form = useForm<ProgramValues>({
    initialValues: storedDraft?.values ?? savedValues,
    validate: (values) => getErrors(values, base.values),
    validateInputOnBlur: true,
  });
  const create = useApiMutation(programRoutes.createProgram, [programRoutes.programs]);
  const update = useApiMutation(programRoutes.updateProgram, [programRoutes.programs]);
  const isSaving = create.isPending || update.isPending;

  const changes = getChanges(base.values, form.values);
  const isDirty = Object.keys(changes).length > 0;
  const isOutdated = version !== null && base.version !== null && version > base.version;

  /** Rebases the form from the saved values `before` onto the saved values `now`. Edited fields are kept. */
  const rebaseForm = (previousBase: ProgramValues, newBase: ProgramValues, newVersion: number | null) => {
    form.setValues((values) => rebase(previousBase, newBase, { ...previousBase, ...values }));
    setBase({ values: newBase, version: newVersion });
    setFailure(null);
  };
  const mergeChanges = () => rebaseForm(base.values, savedValues, version);
  useEffect(() => {
    if (isOutdated && !isDirty) mergeChanges();
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
    const submittedValues = form.values;
    try {
      const savedProgram =
        program === null || base.version === null
          ? await create.mutateAsync({ body: toBody(submittedValues) })
          : await update.mutateAsync({
              params: { id: program.id },
              body: { ...changes, version: base.version },
            });
      rebaseForm(submittedValues, toValues(savedProgram), savedProgram.version);
      return savedProgram;
    } catch (error) {
      const { fields } = splitFieldErrors(error, Object.keys(isApiFailure(error) ? error.fieldErrors : {}));
      form.setErrors(fields);
      setFailure(getFailure(error, fields, form));
      focusFirstError(form, fields);
      return null;
    }
  }

  const reset = () => {
    form.setValues(savedValues);
    setBase({ values: savedValues, version });
    form.clearErrors();
    setFailure(null);
  };

  return {
    form,
    save,
    reset,
    /** Loads the changes of other users and keeps edited fields. */
    mergeChanges,
    failure,
    /** Visible side on screens without room for both. */
    side,
    setSide,
    isSaving,
    isDirty,
    /** True if another user saved the program while this form has unsaved changes. */
    isOutdated: isOutdated && isDirty,
    /** Deletes the draft. */
    discard: () => saveDraft(null),
    isRewardChanged: 'reward' in changes || 'reward_event' in changes,
  };
}
