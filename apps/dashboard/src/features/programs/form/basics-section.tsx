import { Group, Textarea, TextInput } from '@mantine/core';
import { FormSection } from './form-section.tsx';
import type { ProgramFields } from './use-program-form.ts';

export const BasicsSection = ({ form }: { form: ProgramFields }) => (
  <FormSection title="Программа" help="Название и описание видят партнеры, клиент их не видит">
    <TextInput label="Название" required maxLength={120} {...form.getInputProps('name')} />
    <Textarea
      label="Описание"
      description="Кому и что рекомендовать, какие есть условия"
      autosize
      minRows={3}
      {...form.getInputProps('description')}
    />
    <Group grow align="start">
      <TextInput
        label="Первый день"
        description="Пусто: сразу"
        type="date"
        {...form.getInputProps('starts_at')}
      />
      <TextInput
        label="Последний день"
        description="Пусто: без срока"
        type="date"
        {...form.getInputProps('ends_at')}
      />
    </Group>
  </FormSection>
);
