import { NativeSelect, Switch } from '@mantine/core';
import { type BankFiles, bankFileRoutes } from '@referral-dashboard/api-contract';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { draftKeys } from '../draft-keys.ts';
import { PURPOSE_CODE_OPTIONS } from './purpose-codes.ts';
import { CONFLICT_MESSAGE, useBankFilesUpdate } from './use-bank-files-update.ts';

/** Form for the payment order format of the organization's bank. */
export default function EditPaymentOrderDialog({
  files,
  onClose,
}: {
  files: BankFiles;
  onClose: () => void;
}) {
  const { save } = useBankFilesUpdate(files);
  const { purpose_code, plain_number_sign, plain_dash } = files;
  const { form, submit, failure, isSending } = useContractForm({
    schema: bankFileRoutes.updateBankFiles.body,
    saved: { purpose_code, plain_number_sign, plain_dash },
    draft: draftKeys.bankFiles,
    failureTitle: 'Настройки не сохранены',
    send: async (patch) => {
      await save(patch);
      onClose();
      void toast.success({ title: 'Сохранено', description: 'Следующий файл будет таким' });
    },
    onConflict: () => CONFLICT_MESSAGE,
  });
  const values = form.getValues();
  return (
    <FormDialog
      title="Файлы для банка"
      label="Файлы для банка"
      submitLabel="Сохранить"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <NativeSelect
        label="Код вида дохода"
        description="Поле 20 в поручениях физическим лицам, в остальных его нет. Какой код нужен, скажет банк"
        data={PURPOSE_CODE_OPTIONS}
        {...form.getInputProps('purpose_code')}
      />
      <Switch
        label="Писать «N» вместо «№»"
        description="Если банк не принимает знак номера"
        checked={values.plain_number_sign}
        {...form.getInputProps('plain_number_sign')}
      />
      <Switch
        label="Писать дефис вместо тире"
        description="Если банк не принимает «—» и «–»"
        checked={values.plain_dash}
        {...form.getInputProps('plain_dash')}
      />
    </FormDialog>
  );
}
