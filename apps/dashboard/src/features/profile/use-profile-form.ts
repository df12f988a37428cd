import { type FormErrors, useForm } from '@mantine/form';
import { useAuth } from '@referral-dashboard/react-auth';
import { useEffect, useState } from 'react';
import { useDraft } from '../../shared/drafts/use-draft.ts';
import { fieldErrorsOf } from '../../shared/errors/field-errors.ts';
import { type ErrorSentence, errorSentence } from '../../shared/errors/sentence.ts';
import { toast } from '../../shared/ui/toast/toast.ts';
import {
  changesOf,
  merge,
  PROFILE_FIELDS,
  type ProfileValues,
  validators,
  valuesOf,
} from './profile-fields.ts';

const FAILED = 'Профиль не сохранен';
const SAVED = { title: 'Профиль сохранен', description: 'Изменения видны во всех открытых вкладках' };

/** What the fields do not say themselves; `null` when they say it all. */
function failureOf(error: unknown, rest: string, hasFields: boolean): ErrorSentence | null {
  if (rest === '' && hasFields) return null;
  const { title, advice } = errorSentence(error, FAILED);
  return {
    title: FAILED,
    advice: rest || [title, advice].filter((part) => part && part !== FAILED).join('. '),
  };
}

/** The profile form's behaviour over the signed-in user, who may change in another tab meanwhile. */
export function useProfileForm(user: object) {
  const { updateProfile } = useAuth();
  const saved = valuesOf(user);
  const [base, setBase] = useState(saved);
  const [failure, setFailure] = useState<ErrorSentence | null>(null);
  const { found, keep } = useDraft<Partial<ProfileValues>>('profile');
  const [isSaving, setSaving] = useState(false);
  const form = useForm<ProfileValues>({
    initialValues: { ...saved, ...found },
    validate: validators,
    validateInputOnBlur: true,
  });
  const { setValues } = form;

  /** Fields still as they were `before` take what is saved `now`; the others keep what is typed. */
  const follow = (before: ProfileValues, now: ProfileValues) => {
    setValues((typed) => merge(before, now, { ...before, ...typed }));
    setBase(now);
  };

  const isBehind = Object.keys(changesOf(base, saved)).length > 0;
  useEffect(() => {
    if (isBehind) follow(base, saved);
  });

  const focusFirst = (errors: FormErrors) => {
    const field = PROFILE_FIELDS.find((name) => errors[name]);
    if (field) form.getInputNode(field)?.focus();
  };

  const save = form.onSubmit(async (typed) => {
    if (isSaving) return;
    setSaving(true);
    setFailure(null);
    try {
      follow(typed, valuesOf(await updateProfile(changesOf(base, typed))));
      void toast.success(SAVED);
    } catch (error) {
      const { fields, rest } = fieldErrorsOf(error, PROFILE_FIELDS);
      form.setErrors(fields);
      setFailure(failureOf(error, rest, Object.keys(fields).length > 0));
      focusFirst(fields);
    } finally {
      setSaving(false);
    }
  }, focusFirst);

  useEffect(() => {
    keep(changesOf(base, form.values));
  }, [base, form.values, keep]);

  const cancel = () => {
    setValues(base);
    form.clearErrors();
    setFailure(null);
  };

  const isDirty = Object.keys(changesOf(base, form.values)).length > 0;
  return { form, save, cancel, failure, isSaving, isDirty, forget: () => keep(null) };
}
