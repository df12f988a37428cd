import { useForm } from '@mantine/form';
import { type Partner, partnerRoutes } from '@referral-dashboard/api-contract';
import { useEffect, useState } from 'react';
import { isApiFailure } from '../../../shared/api/failure.ts';
import { useWrite } from '../../../shared/api/use-write.ts';
import { useDraft } from '../../../shared/drafts/use-draft.ts';
import { fieldErrorsOf } from '../../../shared/errors/field-errors.ts';
import { type ErrorSentence, errorSentence } from '../../../shared/errors/sentence.ts';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { nameOf } from '../partner.ts';
import {
  bodyOf,
  changesOf,
  PARTNER_FIELDS,
  type PartnerValues,
  validators,
  valuesOf,
} from './partner-values.ts';

const FAILED = 'Карточка не сохранена';
const OVERTAKEN = {
  title: 'Карточку успел изменить кто-то другой',
  advice: 'Ваши правки на месте, остальные поля показаны как сохранены. Проверьте и сохраните еще раз.',
};

/** The form over a card that somebody else may change meanwhile: touched fields stay, the others follow. */
export function useEditPartner(partner: Partner) {
  const { mutateAsync, isPending } = useWrite(partnerRoutes.updatePartner, [partnerRoutes.partners]);
  const [failure, setFailure] = useState<ErrorSentence | null>(null);
  const [base, setBase] = useState(partner);
  const { found, keep } = useDraft<Partial<PartnerValues>>(`partner:${partner.id}`);
  const form = useForm<PartnerValues>({
    initialValues: { ...valuesOf(partner), ...found },
    validate: validators,
    validateInputOnBlur: true,
  });

  const follow = (now: Partner, typed: PartnerValues) => {
    form.setValues({ ...valuesOf(now), ...changesOf(valuesOf(base), typed) });
    setBase(now);
  };
  useEffect(() => {
    if (partner.version > base.version) follow(partner, form.getValues());
  });

  useEffect(() => {
    const { inn: _secret, ...typed } = changesOf(valuesOf(base), form.values);
    keep(typed);
  }, [base, form.values, keep]);

  const save = form.onSubmit(async (typed) => {
    if (isPending) return;
    setFailure(null);
    try {
      const body = { ...changesOf(valuesOf(base), bodyOf(typed)), version: base.version };
      const saved = await mutateAsync({ params: { id: base.id }, body });
      form.setValues(valuesOf(saved));
      setBase(saved);
      void toast.success({ title: 'Карточка сохранена', description: nameOf(saved) });
    } catch (error) {
      const { fields, rest } = fieldErrorsOf(error, PARTNER_FIELDS);
      form.setErrors(fields);
      if (isApiFailure(error) && error.code === 'version_conflict') setFailure(OVERTAKEN);
      else if (rest) setFailure({ title: FAILED, advice: rest });
      else if (Object.keys(fields).length === 0) setFailure(errorSentence(error, FAILED));
    }
  });

  const cancel = () => {
    form.setValues(valuesOf(base));
    form.clearErrors();
    setFailure(null);
  };
  const isDirty = Object.keys(changesOf(valuesOf(base), form.getValues())).length > 0;
  return { form, save, cancel, failure, isSaving: isPending, isDirty, forget: () => keep(null) };
}
