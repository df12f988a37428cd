import type { Organization } from '@referral-dashboard/api-contract';
import { useUser } from '@referral-dashboard/react-auth';
import { useSearchParams } from 'react-router-dom';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { draftKeys } from '../draft-keys.ts';
import { useSettingsForm } from '../use-settings-form.ts';
import { DocumentField } from './document-field.tsx';
import { createSample, type SampleName } from './samples.ts';

type EditProps = { organization: Organization; onClose: () => void };

/** Documents that partners accept, and the privacy policy published here. */
export default function EditDocumentsDialog({ organization, onClose }: EditProps) {
  const isPolicyRequested = useSearchParams()[0].get('edit') === 'policy';
  const email = String(useUser()?.['email'] ?? '');
  const { form, submit, failure, isSending } = useSettingsForm({
    saved: {
      offer: organization.offer?.text ?? '',
      personal_data: organization.personal_data?.text ?? '',
      privacy_policy: organization.privacy_policy,
    },
    draft: draftKeys.documents,
    failureTitle: 'Документы не сохранены',
    done: 'Новые заявки будут с новым текстом',
    onDone: onClose,
  });
  const getFieldProps = (name: SampleName) => ({
    ...form.getInputProps(name),
    value: form.getValues()[name],
    sample: createSample(name, { ...organization, email }),
    onFill: (text: string) => form.setFieldValue(name, text),
  });
  return (
    <FormDialog
      title="Документы для партнеров"
      label="Документы для партнеров"
      submitLabel="Сохранить"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <DocumentField
        label="Оферта"
        description="Договор, который партнер принимает, когда подает заявку. Новый текст станет новой версией"
        data-autofocus={!isPolicyRequested || undefined}
        {...getFieldProps('offer')}
      />
      <DocumentField
        label="Согласие на обработку персональных данных"
        description="Отдельный документ с отдельной отметкой"
        {...getFieldProps('personal_data')}
      />
      <DocumentField
        label="Политика обработки персональных данных"
        description="Если своей страницы нет, разместим текст здесь. Ее адрес встанет рядом с согласием клиента"
        data-autofocus={isPolicyRequested || undefined}
        {...getFieldProps('privacy_policy')}
      />
    </FormDialog>
  );
}
