import { Group, NativeSelect, Switch, TextInput } from '@mantine/core';
import {
  type BankFiles,
  type BankFileTemplate,
  bankFileTemplate,
  RAIL_LABELS,
  TABLE_RAILS,
} from '@referral-dashboard/api-contract';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { createTemplate, getDefaultColumns, type TemplateValues, toTemplate, toValues } from './template.ts';
import { TemplateColumns } from './template-columns.tsx';
import { CONFLICT_MESSAGE, useBankFilesUpdate } from './use-bank-files-update.ts';

const ENCODINGS = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1251', label: 'Windows-1251' },
];
const SEPARATORS = [
  { value: ';', label: 'Точка с запятой' },
  { value: ',', label: 'Запятая' },
];

type EditTemplateDialogProps = {
  files: BankFiles;
  /** Name of the edited template; omit for a new one. */
  name?: string;
  onClose: () => void;
};

/** Templates with one of them replaced or added. */
const replaceTemplate = (
  templates: readonly BankFileTemplate[],
  name: string | undefined,
  replacement: BankFileTemplate,
) =>
  templates.some((item) => item.name === name)
    ? templates.map((item) => (item.name === name ? replacement : item))
    : [...templates, replacement];

/** Form for a table template. */
export default function EditTemplateDialog({ files, name, onClose }: EditTemplateDialogProps) {
  const { save } = useBankFilesUpdate(files);
  const savedTemplate = files.templates.find((item) => item.name === name);
  const takenNames = files.templates
    .filter((item) => item !== savedTemplate)
    .map((item) => item.name.toLowerCase());
  const { form, submit, failure, isSending } = useContractForm({
    schema: bankFileTemplate,
    saved: savedTemplate ? toValues(savedTemplate) : createTemplate(),
    toBody: toTemplate,
    messages: { name: 'Введите название: по нему шаблон выбирают у реестра' },
    rules: (values: TemplateValues) =>
      takenNames.includes(values.name.trim().toLowerCase())
        ? { name: 'Шаблон с таким названием уже есть' }
        : {},
    failureTitle: 'Шаблон не сохранен',
    send: async (template) => {
      await save({ templates: replaceTemplate(files.templates, name, template) });
      onClose();
      void toast.success({ title: 'Шаблон сохранен', description: template.name });
    },
    onConflict: () => CONFLICT_MESSAGE,
  });
  const values = form.getValues();
  const handleRailChange = (rail: BankFileTemplate['rail']) => {
    form.setFieldValue('rail', rail);
    if (!savedTemplate) form.setFieldValue('columns', getDefaultColumns(rail));
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
        data={TABLE_RAILS.map((value) => ({ value, label: RAIL_LABELS[value] }))}
        value={values.rail}
        onChange={({ currentTarget }) => handleRailChange(currentTarget.value as BankFileTemplate['rail'])}
      />
      <TemplateColumns
        value={values.columns}
        error={typeof form.errors['columns'] === 'string' ? form.errors['columns'] : undefined}
        onChange={(columns) => form.setFieldValue('columns', columns)}
        onReset={() => form.setFieldValue('columns', getDefaultColumns(values.rail))}
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
