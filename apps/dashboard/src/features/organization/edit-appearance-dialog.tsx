import { ColorInput } from '@mantine/core';
import { ORGANIZATION_FIELD_LABELS, type Organization } from '@referral-dashboard/api-contract';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { draftKeys } from './draft-keys.ts';
import { useSettingsForm } from './use-settings-form.ts';

type EditProps = { organization: Organization; onClose: () => void };

/** Form for the color of the public pages. */
export default function EditAppearanceDialog({ organization, onClose }: EditProps) {
  const { form, submit, failure, isSending } = useSettingsForm({
    saved: { brand_color: organization.brand_color },
    messages: { brand_color: 'Выберите цвет или очистите поле' },
    draft: draftKeys.looks,
    failureTitle: 'Цвет не сохранен',
    done: 'Публичные страницы выглядят по-новому',
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Публичные страницы"
      label="Публичные страницы"
      submitLabel="Сохранить"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <ColorInput
        label={ORGANIZATION_FIELD_LABELS.brand_color}
        description="Кнопки и ссылки. Текст на любом цвете останется читаемым: мы подберем оттенок"
        format="hex"
        data-autofocus
        eyeDropperButtonProps={{ 'aria-label': 'Взять цвет с экрана' }}
        {...form.getInputProps('brand_color')}
      />
    </FormDialog>
  );
}
