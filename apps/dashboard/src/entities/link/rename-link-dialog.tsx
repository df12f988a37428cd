import { TextInput } from '@mantine/core';
import { type Link, partnerRoutes, programRoutes } from '@referral-dashboard/api-contract';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';

/** Queries that show the link's name. */
const STALE_ROUTES = [partnerRoutes.partners, programRoutes.programs];

/** Renames a link. Only its owner sees the name; the URL does not change. */
export default function RenameLinkDialog({ link, onClose }: { link: Link; onClose: () => void }) {
  const { mutateAsync } = useApiMutation(partnerRoutes.updateLink, STALE_ROUTES);
  const { form, submit, failure, isSending, discardDraft } = useContractForm({
    schema: partnerRoutes.updateLink.body,
    saved: { label: link.label },
    draft: `link:${link.id}`,
    failureTitle: 'Ссылка не переименована',
    send: async (body) => {
      const { label, path } = await mutateAsync({ params: { id: link.id }, body });
      close();
      void toast.success({ title: 'Ссылка переименована', description: label || path });
    },
  });
  const close = () => {
    discardDraft();
    onClose();
  };
  return (
    <FormDialog
      title="Переименовать ссылку"
      label="Переименовать ссылку"
      submitLabel="Сохранить"
      isSending={isSending}
      failure={failure}
      onSubmit={submit}
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
