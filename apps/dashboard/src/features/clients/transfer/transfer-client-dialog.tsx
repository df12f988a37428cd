import { Text } from '@mantine/core';
import type { Attachment, Client } from '@referral-dashboard/api-contract';
import { OtherPartnerField } from '@/entities/reference/other-partner-field.tsx';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { ReasonField } from '@/shared/ui/form/fields/reason-field.tsx';
import { useTransferClientForm } from './use-transfer-client-form.ts';

type TransferClientDialogProps = { client: Client; attachment: Attachment; onClose: () => void };

/** Dialog for transferring a client to another partner of the same program. */
export default function TransferClientDialog({ client, attachment, onClose }: TransferClientDialogProps) {
  const { form, submit, failure, isSending, close } = useTransferClientForm(client, attachment, onClose);
  const { onChange, ...reasonProps } = form.getInputProps('reason');
  return (
    <FormDialog
      title={`Передать клиента ${client.number}`}
      label="Передать клиента"
      submitLabel="Передать"
      isSending={isSending}
      failure={failure}
      onSubmit={submit}
      onClose={close}
    >
      <OtherPartnerField
        program={attachment.program}
        partner={attachment.partner}
        description={`Партнеры, которые участвуют в программе «${attachment.program.name}»`}
        {...form.getInputProps('partner')}
      />
      <Text>
        {`Начисленное останется у партнера ${attachment.partner.name}. Следующие продажи будут записаны за новым партнером. Прежние сделки его собственных лидов перейдут к нему, если вознаграждение за них еще не вошло в выплату.`}
      </Text>
      <ReasonField data-autofocus={false} visibleTo="team" onTextChange={onChange} {...reasonProps} />
    </FormDialog>
  );
}
