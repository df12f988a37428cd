import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { CRM_LABELS, type CrmConnection, type CrmKind, crmRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import classes from '@/features/developers/developers.module.css';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { CopyIcon } from '@/shared/ui/copy-icon.tsx';
import { Dialog } from '@/shared/ui/dialog/dialog.tsx';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';

const STALE = [crmRoutes.crmConnections];

const STEPS: Readonly<Record<CrmKind, readonly string[]>> = {
  bitrix24: [
    'В Битрикс24 откройте «Разработчикам» → «Другое» → «Исходящий вебхук».',
    'Вставьте этот адрес и выберите событие «Изменение сделки».',
    'Сохраните и скопируйте сюда токен приложения.',
  ],
  amocrm: [
    'В amoCRM откройте «амоМаркет» → меню с тремя точками → «WebHooks».',
    'Вставьте этот адрес и выберите события «Сделка изменена» и «Сменен статус сделки».',
  ],
};

type EventsDialogProps = { connection: CrmConnection; onClose: () => void };

/** How the CRM reports changes of deals: the address, the steps there, and the token of Битрикс24. */
export default function EventsDialog({ connection, onClose }: EventsDialogProps) {
  const title = `События: ${CRM_LABELS[connection.kind]}`;
  if (connection.kind === 'bitrix24')
    return <TokenForm title={title} connection={connection} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Stack gap="md">
        <Address connection={connection} />
        <Button onClick={onClose}>Готово</Button>
      </Stack>
    </Dialog>
  );
}

function TokenForm({ title, connection, onClose }: EventsDialogProps & { title: string }) {
  const { id, version, has_application_token } = connection;
  const { mutateAsync } = useApiMutation(crmRoutes.updateCrmConnection, STALE);
  const { form, submit, failure, isSending } = useContractForm({
    schema: crmRoutes.updateCrmConnection.body,
    saved: { application_token: '' },
    toBody: (values) => ({ version, ...values }),
    messages: { application_token: 'Вставьте токен приложения' },
    failureTitle: 'Токен не сохранен',
    send: async (body) => {
      await mutateAsync({ params: { id }, body });
      void toast.success({
        title: 'Токен сохранен',
        description: 'Стадии сделок будут менять статусы лидов',
      });
      onClose();
    },
  });
  return (
    <FormDialog
      title={title}
      label={title}
      submitLabel="Сохранить"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Address connection={connection} />
      <TextInput
        label="Токен приложения"
        description={has_application_token ? 'Токен уже сохранен. Новый заменит прежний' : undefined}
        autoComplete="off"
        {...form.getInputProps('application_token')}
      />
    </FormDialog>
  );
}

function Address({ connection }: { connection: CrmConnection }) {
  // The dialog keeps the connection that it was opened with.
  const [path, setPath] = useState(connection.inbound_path);
  const rotate = useApiMutation(crmRoutes.rotateCrmAddress, STALE);
  const replace = () =>
    rotate.mutate(
      { params: { id: connection.id } },
      {
        onSuccess: ({ inbound_path }) => setPath(inbound_path),
        onError: (error) => showErrorToast(error, 'Адрес не заменен'),
      },
    );
  const address = path === null ? null : `${location.origin}${path}`;
  return (
    <Stack gap="xs">
      <Text>
        CRM сообщает об изменениях сделок на секретный адрес. Кто его знает, может попросить нас перечитать
        сделку.
      </Text>
      {address !== null && (
        <div>
          <Group justify="space-between" wrap="nowrap" mb={4}>
            <Text fw={600}>Адрес для событий</Text>
            <CopyIcon target="адрес" text={address} />
          </Group>
          <pre className={classes['secret']}>{address}</pre>
        </div>
      )}
      <Group>
        <Button variant="default" loading={rotate.isPending} onClick={replace}>
          {address === null ? 'Создать адрес' : 'Заменить адрес'}
        </Button>
      </Group>
      <List type="ordered" size="sm" spacing={4}>
        {STEPS[connection.kind].map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
    </Stack>
  );
}
