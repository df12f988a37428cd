import { Textarea, TextInput } from '@mantine/core';
import { LineField } from '@/shared/ui/form/fields/line-field.tsx';
import type { ProgramFields } from '../program-values.ts';
import { FormSection } from './form-section.tsx';

/** Texts of the page that a client opens by the partner's link. */
export const PageSection = ({ form }: { form: ProgramFields }) => (
  <FormSection title="Страница для клиента" description="Она открывается по ссылке партнера">
    <LineField
      label="Заголовок"
      description="Что получит клиент"
      maxLength={120}
      {...form.getInputProps('landing.title')}
    />
    <Textarea label="Подзаголовок" autosize minRows={2} {...form.getInputProps('landing.subtitle')} />
    <Textarea label="Текст под формой" autosize minRows={3} {...form.getInputProps('landing.text')} />
    <TextInput label="Надпись на кнопке" maxLength={40} {...form.getInputProps('landing.button_text')} />
    <Textarea
      label="После отправки"
      description="Что клиент прочтет вместо формы"
      autosize
      minRows={2}
      {...form.getInputProps('landing.success_text')}
    />
  </FormSection>
);
