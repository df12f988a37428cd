import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Link, partnerRoutes, programRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useWrite } from '../../shared/api/use-write.ts';
import { useFormDraft } from '../../shared/drafts/use-form-draft.ts';
import { fieldErrorsOf } from '../../shared/errors/field-errors.ts';
import { type ErrorSentence, errorSentence } from '../../shared/errors/sentence.ts';
import { FormDialog } from '../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../shared/ui/toast/toast.ts';

/** Whose links show a name. */
const STALE = [partnerRoutes.partners, programRoutes.programs];

/** Another name for a link, by which its owner tells it from others; its address stays. */
export default function RenameLink({ link, onClose }: { link: Link; onClose: () => void }) {
  const { mutateAsync, isPending } = useWrite(partnerRoutes.updateLink, STALE);
  const [failure, setFailure] = useState<ErrorSentence | null>(null);
  const { input, forget } = useFormDraft(`link:${link.id}`, { label: link.label });
  const form = useForm(input);
  const close = () => {
    forget();
    onClose();
  };
  const send = form.onSubmit(async (body) => {
    setFailure(null);
    try {
      const { label, path } = await mutateAsync({ params: { id: link.id }, body });
      close();
      void toast.success({ title: 'Ссылка переименована', description: label || path });
    } catch (error) {
      const { fields } = fieldErrorsOf(error, ['label']);
      form.setErrors(fields);
      if (!fields.label) setFailure(errorSentence(error, 'Ссылка не переименована'));
    }
  });
  return (
    <FormDialog
      title="Переименовать ссылку"
      label="Переименовать ссылку"
      verb="Сохранить"
      isSending={isPending}
      failure={failure}
      onSend={send}
      onClose={close}
    >
      <TextInput
        label="Название"
        description={`Чтобы отличать ссылки: «Сайт», «Визитка». Адрес ${link.path} останется прежним`}
        autoComplete="off"
        maxLength={100}
        data-autofocus
        {...form.getInputProps('label')}
      />
    </FormDialog>
  );
}
