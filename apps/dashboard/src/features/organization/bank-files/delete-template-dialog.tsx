import type { BankFiles } from '@referral-dashboard/api-contract';
import { explainError } from '@/shared/errors/explain-error.ts';
import { Confirm } from '@/shared/ui/dialog/confirm.tsx';
import { useBankFilesUpdate } from './use-bank-files-update.ts';

type DeleteTemplateDialogProps = { files: BankFiles; name: string; onClose: () => void };

/** Asks for confirmation before a template is deleted. */
export default function DeleteTemplateDialog({ files, name, onClose }: DeleteTemplateDialogProps) {
  const { save, isPending, error } = useBankFilesUpdate(files);
  const handleDelete = () =>
    // The dialog shows the error.
    save({ templates: files.templates.filter((template) => template.name !== name) }).then(
      onClose,
      () => undefined,
    );
  return (
    <Confirm
      isOpen
      isDangerous
      title="Удалить шаблон?"
      confirmLabel="Удалить"
      isBusy={isPending}
      failure={error && explainError(error, 'Шаблон не удален').alert}
      onConfirm={() => void handleDelete()}
      onClose={onClose}
    >
      «{name}». Если других для этих выплат нет, в файле будут обычные колонки.
    </Confirm>
  );
}
