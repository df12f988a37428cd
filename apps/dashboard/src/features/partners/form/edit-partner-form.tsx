import { Stack, TextInput } from '@mantine/core';
import type { Partner } from '@referral-dashboard/api-contract';
import { useSharedConfirmation } from '@/entities/requisites/shared-requisites.tsx';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { formatPhone } from '@/shared/format/phone.ts';
import { ActionError } from '@/shared/ui/form/action-error.tsx';
import { SaveBar } from '@/shared/ui/form/save-bar.tsx';
import { UnsavedChanges } from '@/shared/ui/form/unsaved-changes.tsx';
import classes from '../card/partner-card.module.css';
import { PartnerFields } from './partner-fields.tsx';
import { getInnQuery } from './partner-values.ts';
import { useEditPartnerForm } from './use-edit-partner-form.ts';

export function EditPartnerForm({ partner }: { partner: Partner }) {
  const { form, submit, reset, failure, isSending, isDirty, discardDraft } = useEditPartnerForm(partner);
  const values = form.getValues();
  const { warning, guard } = useSharedConfirmation(
    values.inn === partner.inn ? null : getInnQuery(values, partner.id),
  );
  const canChangePhone = useIsPermitted('changePartnerPhone') && partner.sign_in === 'on';
  const phoneHint = canChangePhone
    ? 'С ним партнер входит в кабинет. Изменить его можно в меню «Другие действия»'
    : 'С ним партнер входит в кабинет';
  const phone = (
    <TextInput label="Телефон" description={phoneHint} value={formatPhone(partner.phone)} readOnly />
  );
  return (
    <form onSubmit={guard(submit)} noValidate aria-label="Данные партнера" className={classes['form']}>
      <Stack gap="lg">
        <Stack gap="xl" className={classes['panel']}>
          <PartnerFields form={form} phone={phone} innWarning={warning} />
        </Stack>
        <ActionError failure={failure} />
        <SaveBar isShown={isDirty || isSending} isSaving={isSending} onCancel={reset} />
      </Stack>
      <UnsavedChanges isDirty={isDirty} onLeave={discardDraft} />
    </form>
  );
}
