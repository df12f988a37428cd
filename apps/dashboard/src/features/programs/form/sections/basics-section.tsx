import { SimpleGrid, Textarea } from '@mantine/core';
import { DayField } from '@/shared/ui/form/fields/day-field.tsx';
import { LineField } from '@/shared/ui/form/fields/line-field.tsx';
import type { ProgramFields } from '../program-values.ts';
import { FormSection } from './form-section.tsx';

export const BasicsSection = ({ form }: { form: ProgramFields }) => (
  <FormSection title="Программа" description="Название и описание видят партнеры, клиент их не видит">
    <LineField label="Название" required maxLength={120} {...form.getInputProps('name')} />
    <Textarea
      label="Описание"
      description="Кому и что рекомендовать, какие есть условия. Прочтут партнеры и те, кто подает заявку"
      autosize
      minRows={3}
      {...form.getInputProps('description')}
    />
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <DayField
        label="Первый день"
        description="Не заполняйте, если сразу"
        {...form.getInputProps('starts_at')}
      />
      <DayField
        label="Последний день"
        description="Не заполняйте, если срока нет"
        {...form.getInputProps('ends_at')}
      />
    </SimpleGrid>
  </FormSection>
);
