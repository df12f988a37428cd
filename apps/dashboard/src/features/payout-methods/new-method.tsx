import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Alert, Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { METHOD_FIELDS, METHOD_KINDS } from './method-fields.ts';
import { useNewMethod } from './use-new-method.ts';

type NewMethodProps = { partnerId: string; onClose: () => void };

/** One more way to pay a partner. The kind decides which fields there are. */
export default function NewMethod({ partnerId, onClose }: NewMethodProps) {
  const { form, send, failure, isSending } = useNewMethod(partnerId, onClose);
  return (
    <Modal opened onClose={onClose} title="Новые реквизиты" centered>
      <form onSubmit={send} noValidate aria-label="Новые реквизиты">
        <Stack gap="md">
          <Radio.Group label="Как платить" {...form.getInputProps('kind')}>
            <Group gap="md" mt="xs">
              {METHOD_KINDS.map(({ value, label }) => (
                <Radio key={value} value={value} label={label} />
              ))}
            </Group>
          </Radio.Group>
          {METHOD_FIELDS[form.getValues().kind].map(({ name, ...field }) => (
            <TextInput key={name} autoComplete="off" {...field} {...form.getInputProps(name)} />
          ))}
          <Text c="dimmed">
            После смены основных реквизитов выплаты отправляют через сутки: так защищены деньги партнера.
          </Text>
          {failure && (
            <Alert role="alert" color="red" title={failure.title}>
              {failure.advice}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Отмена
            </Button>
            <Button type="submit" loading={isSending}>
              Добавить
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
