import { useForm } from '@mantine/form';
import {
  homeRoutes,
  isInn,
  type Organization,
  organizationRoutes,
  paymentRoutes,
} from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useWrite } from '../../shared/api/use-write.ts';
import { useFormDraft } from '../../shared/drafts/use-form-draft.ts';
import { fieldErrorsOf } from '../../shared/errors/field-errors.ts';
import { type ErrorSentence, errorSentence } from '../../shared/errors/sentence.ts';
import { toast } from '../../shared/ui/toast/toast.ts';
import { ORGANIZATION_DRAFT } from './draft.ts';

const FIELDS = [
  'name',
  'legal_name',
  'inn',
  'site',
  'privacy_policy_url',
  'default_hold_days',
  'default_min_payout_kop',
] as const;

type Values = Pick<Organization, (typeof FIELDS)[number]>;

/** The minimum decides who can be paid; the requisites are among the first steps. */
const STALE = [organizationRoutes.organization, paymentRoutes.payments, homeRoutes.homeStart];

/** The form of an organization; only what was changed is sent. */
export function useOrganizationForm(organization: Organization, onDone: () => void) {
  const { mutateAsync, isPending } = useWrite(organizationRoutes.updateOrganization, STALE);
  const [failure, setFailure] = useState<ErrorSentence | null>(null);
  const saved = Object.fromEntries(FIELDS.map((name) => [name, organization[name]])) as Values;
  const form = useForm<Values>({
    ...useFormDraft(ORGANIZATION_DRAFT, saved, ['inn']).input,
    validate: {
      name: (name) => (name.trim() ? null : 'Введите название'),
      inn: (inn) => (inn === '' || isInn(inn) ? null : 'Проверьте ИНН: 10 или 12 цифр с верной контрольной'),
      default_hold_days: (days) => (typeof days === 'number' ? null : 'Введите число дней от 0 до 365'),
      default_min_payout_kop: (kop) => (typeof kop === 'number' ? null : 'Введите сумму'),
    },
  });
  const send = form.onSubmit(async (typed) => {
    setFailure(null);
    try {
      const changed = FIELDS.filter((name) => typed[name] !== organization[name]);
      await mutateAsync({ body: Object.fromEntries(changed.map((name) => [name, typed[name]])) });
      onDone();
      void toast.success({ title: 'Сохранено', description: 'Реквизиты организации обновлены' });
    } catch (error) {
      const { fields, rest } = fieldErrorsOf(error, FIELDS);
      form.setErrors(fields);
      if (rest || Object.keys(fields).length === 0)
        setFailure(rest ? { title: rest, advice: '' } : errorSentence(error, 'Реквизиты не сохранены'));
    }
  });
  return { form, send, failure, isSending: isPending };
}
