import { Group, NativeSelect, Switch, TextInput } from '@mantine/core';
import { type BankFiles, type BankFileTemplate, bankFileTemplate } from '@referral-dashboard/api-contract';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { RAILS, type Rail } from './rails.ts';
import { newTemplate, type TemplateValues, templateOf, usualColumns, valuesOf } from './template.ts';
import { TemplateColumns } from './template-columns.tsx';
import { OVERTAKEN, useBankFiles } from './use-bank-files.ts';

const ENCODINGS = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1251', label: 'Windows-1251' },
];
const SEPARATORS = [
  { value: ';', label: 'Точка с запятой' },
  { value: ',', label: 'Запятая' },
];

type EditTemplateProps = {
  files: BankFiles;
  /** Name of the edited template; omit for a new one. */
  name?: string;
  onClose: () => void;
};

/** Templates with one of them replaced or added. */
const withTemplate = (all: readonly BankFileTemplate[], name: string | undefined, one: BankFileTemplate) =>
  all.some((each) => each.name === name)
    ? all.map((each) => (each.name === name ? one : each))
    : [...all, one];

/** Form for a table template. */
export default function EditTemplate({ files, name, onClose }: EditTemplateProps) {
  const { save } = useBankFiles(files);
  const before = files.templates.find((one) => one.name === name);
  const taken = files.templates.filter((one) => one !== before).map((one) => one.name.toLowerCase());
  const { form, submit, failure, isSending } = useContractForm({
    schema: bankFileTemplate,
    saved: before ? valuesOf(before) : newTemplate(),
    bodyOf: templateOf,
    messages: { name: 'Введите название: по нему шаблон выбирают у реестра' },
    rules: (values: TemplateValues) =>
      taken.includes(values.name.trim().toLowerCase()) ? { name: 'Шаблон с таким названием уже есть' } : {},
    failureTitle: 'Шаблон не сохранен',
    send: async (template) => {
      await save({ templates: withTemplate(files.templates, name, template) });
      onClose();
      void toast.success({ title: 'Шаблон сохранен', description: template.name });
    },
    onConflict: () => OVERTAKEN,
  });
  const values = form.getValues();
  const setRail = (rail: Rail) => {
    form.setFieldValue('rail', rail);
    if (!before) form.setFieldValue('columns', usualColumns(rail));
  };
  return (
    <FormDialog
      title={name === undefined ? 'Новый шаблон' : 'Шаблон таблицы'}
      label="Шаблон таблицы"
      submitLabel="Сохранить"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label="Название" autoComplete="off" maxLength={60} {...form.getInputProps('name')} />
      <NativeSelect
        label="Для выплат"
        data={Object.entries(RAILS).map(([value, label]) => ({ value, label }))}
        value={values.rail}
        onChange={({ currentTarget }) => setRail(currentTarget.value as Rail)}
      />
      <TemplateColumns
        value={values.columns}
        error={typeof form.errors['columns'] === 'string' ? form.errors['columns'] : undefined}
        onChange={(columns) => form.setFieldValue('columns', columns)}
        onReset={() => form.setFieldValue('columns', usualColumns(values.rail))}
      />
      <Switch
        label="Первая строка с заголовками"
        checked={values.has_header}
        {...form.getInputProps('has_header')}
      />
      <Group grow align="start" gap="sm">
        <NativeSelect label="Разделитель в CSV" data={SEPARATORS} {...form.getInputProps('separator')} />
        <NativeSelect label="Кодировка CSV" data={ENCODINGS} {...form.getInputProps('encoding')} />
      </Group>
    </FormDialog>
  );
}
