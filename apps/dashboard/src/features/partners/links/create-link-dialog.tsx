import { Select, TextInput } from '@mantine/core';
import type { Link, Partner } from '@referral-dashboard/api-contract';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { useCreateLinkForm } from './use-create-link-form.ts';

type CreateLinkDialogProps = { partner: Partner; links: readonly Link[]; onClose: () => void };

/** Dialog for an additional link of a partner in a program, with an optional custom code. */
export default function CreateLinkDialog({ partner, links, onClose }: CreateLinkDialogProps) {
  const programs = [...new Map(links.map(({ program }) => [program.id, program.name]))];
  const { form, submit, discardDraft, checkCode, freeCode, failure, isSending } = useCreateLinkForm(
    partner,
    programs[0]?.[0] ?? null,
    (link) => {
      onClose();
      void toast.success({ title: 'Ссылка создана', description: link.path });
    },
  );
  const isCodeFree = freeCode !== null && freeCode === form.getValues().code.trim();
  const { onBlur, ...codeProps } = form.getInputProps('code');
  return (
    <FormDialog
      title="Новая ссылка"
      label="Новая ссылка"
      submitLabel="Создать ссылку"
      isSending={isSending}
      failure={failure}
      onSubmit={submit}
      onClose={() => {
        discardDraft();
        onClose();
      }}
    >
      <Select
        label="Программа"
        data={programs.map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        {...form.getInputProps('program')}
      />
      <TextInput
        label="Код"
        description={
          isCodeFree
            ? `Свободен: ссылка будет /ref/${freeCode.toLowerCase()}`
            : 'Латинские буквы, цифры и дефис, от 3 до 32. Пустой придумаем сами'
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
        data-autofocus
        {...codeProps}
        onBlur={(event) => {
          onBlur?.(event);
          void checkCode();
        }}
      />
      <TextInput
        label="Название"
        description="Чтобы отличать ссылки: «Сайт», «Визитка». Видят партнер и организация"
        autoComplete="off"
        maxLength={100}
        {...form.getInputProps('label')}
      />
    </FormDialog>
  );
}
