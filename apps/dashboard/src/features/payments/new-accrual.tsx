import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Alert, Button, Group, Modal, Radio, Select, Stack, Textarea } from '@mantine/core';
import { ACCRUAL_KIND_LABELS } from '@referral-dashboard/api-contract';
import { usePartnerOptions, useProgramOptions } from '../../shared/references.ts';
import { MoneyField } from '../../shared/ui/money-field.tsx';
import { type NewAccrualValues, useNewAccrual } from './use-new-accrual.ts';

/** A present to a partner, or a change of what it is owed. */
export default function NewAccrual({ onClose }: { onClose: () => void }) {
  const { form, send, failure, isSending } = useNewAccrual(onClose);
  const field = (name: keyof NewAccrualValues) => form.getInputProps(name);
  const isCorrection = form.getValues().kind === 'correction';
  const choice = { searchable: true, nothingFoundMessage: 'Ничего не найдено' };
  return (
    <Modal
      opened
      onClose={onClose}
      title="Бонус или поправка"
      centered
      styles={{ title: { fontWeight: 600 } }}
    >
      <form onSubmit={send} noValidate aria-label="Бонус или поправка">
        <Stack gap="md">
          <Radio.Group label="Что это" {...field('kind')}>
            <Group gap="md" mt="xs">
              <Radio value="bonus" label={ACCRUAL_KIND_LABELS.bonus} />
              <Radio value="correction" label={ACCRUAL_KIND_LABELS.correction} />
            </Group>
          </Radio.Group>
          <Select
            label="Партнер"
            placeholder="Выберите партнера"
            data={usePartnerOptions('')}
            {...choice}
            {...field('partner')}
          />
          <MoneyField
            label="Сумма"
            description={isCorrection ? 'Чтобы уменьшить, введите со знаком минус' : undefined}
            allowNegative={isCorrection}
            {...field('amount_kop')}
          />
          <Select
            label="Программа"
            placeholder="Без программы"
            clearable
            data={useProgramOptions('')}
            {...choice}
            {...field('program')}
          />
          <Textarea
            label="За что"
            description="Это прочитает партнер"
            autosize
            minRows={2}
            maxLength={1000}
            {...field('explanation')}
          />
          {failure && (
            <Alert role="alert" color="red" title={failure.title}>
              {failure.advice}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isSending}>
              Отмена
            </Button>
            <Button type="submit" loading={isSending}>
              Внести
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
