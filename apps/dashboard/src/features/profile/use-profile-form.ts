import { useForm } from '@mantine/form';
import { useAuth } from '@referral-dashboard/react-auth';
import { useEffect, useState } from 'react';
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

/** The profile form's behaviour over the signed-in user. */
export function useProfileForm(user: object) {
  const { updateProfile } = useAuth();
  const saved = valuesOf(user);
  const [base, setBase] = useState(saved);
  const [failure, setFailure] = useState<ErrorSentence | null>(null);
  const [isSaving, setSaving] = useState(false);
  const form = useForm<ProfileValues>({
    initialValues: saved,
    validate: validators,
    validateInputOnBlur: true,
  });

  const version = JSON.stringify(saved);
  useEffect(() => {
    const now: ProfileValues = JSON.parse(version);
    setBase((was) => {
      form.setValues((typed) => merge(was, now, { ...was, ...typed }));
      return now;
    });
  }, [version, form.setValues]);

  const save = form.onSubmit(async (typed) => {
    if (isSaving) return;
    setSaving(true);
    setFailure(null);
    try {
      await updateProfile(changesOf(base, typed));
      void toast.success({
        title: 'Профиль сохранен',
        description: 'Изменения видны во всех открытых вкладках',
      });
    } catch (error) {
      const { fields, rest } = fieldErrorsOf(error, PROFILE_FIELDS);
      const sentence = errorSentence(error, FAILED);
      form.setErrors(fields);
      setFailure({
        title: FAILED,
        advice: rest || [sentence.title, sentence.advice].filter(Boolean).join('. '),
      });
      if (Object.keys(fields).length > 0) setFailure(rest ? { title: FAILED, advice: rest } : null);
    } finally {
      setSaving(false);
    }
  });

  const cancel = () => {
    form.setValues(base);
    form.clearErrors();
    setFailure(null);
  };

  const isDirty = Object.keys(changesOf(base, form.values)).length > 0;
  return { form, save, cancel, failure, isSaving, isDirty };
}
