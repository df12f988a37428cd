import { SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { ProgramFields } from '../program-values.ts';
import { FormSection } from './form-section.tsx';

/** Consent to personal data processing, and advertising labels. */
export const LegalSection = ({ form }: { form: ProgramFields }) => (
  <FormSection
    title="Согласие и реклама"
    description="Без согласия заявку отправить нельзя, отметку клиент ставит сам"
  >
    <Textarea
      label="Текст согласия"
      description="Рядом будет ссылка на политику из данных организации. Новый текст увидят новые клиенты"
      autosize
      minRows={3}
      {...form.getInputProps('consent_text')}
    />
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        label="Пометка рекламы"
        description="Например: Реклама. ООО «Окна»"
        {...form.getInputProps('ad_label')}
      />
      <TextInput
        label="Идентификатор erid"
        description="Его выдает оператор рекламных данных"
        {...form.getInputProps('ad_erid')}
      />
    </SimpleGrid>
  </FormSection>
);
