import { Textarea } from '@mantine/core';
import type { Organization } from '@referral-dashboard/api-contract';
import { FormDialog } from '../../shared/ui/dialog/form-dialog.tsx';
import { drafts } from './drafts.ts';
import { useSettingsForm } from './use-settings-form.ts';

type EditProps = { organization: Organization; onClose: () => void };

/** Texts that partners agree to, as fields. */
export default function EditDocuments({ organization, onClose }: EditProps) {
  const { form, submit, failure, isSending } = useSettingsForm({
    saved: {
      offer: organization.offer?.text ?? '',
      personal_data: organization.personal_data?.text ?? '',
    },
    draft: drafts.documents,
    failed: 'Документы не сохранены',
    done: 'Новые заявки будут с новым текстом',
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Документы для партнеров"
      label="Документы для партнеров"
      verb="Сохранить"
      isSending={isSending}
      isHeld
      failure={failure}
      onSend={submit}
      onClose={onClose}
    >
      <Textarea
        label="Оферта"
        description="Договор, который партнер принимает, когда подает заявку. Новый текст станет новой версией"
        data-autofocus
        autosize
        minRows={6}
        maxRows={14}
        {...form.getInputProps('offer')}
      />
      <Textarea
        label="Согласие на обработку персональных данных"
        description="Отдельный документ с отдельной отметкой"
        autosize
        minRows={6}
        maxRows={14}
        {...form.getInputProps('personal_data')}
      />
    </FormDialog>
  );
}
