import { Alert, Button, Checkbox, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import {
  type ImportSettings,
  type ImportView,
  importFields,
  importRoutes,
  takesImportProgram,
} from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useProgramOptions } from '@/entities/reference/options.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { type ErrorText, explainError } from '@/shared/errors/explain-error.ts';
import { formatCount } from '@/shared/format/count.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { ActionError } from '@/shared/ui/form/action-error.tsx';
import { AnotherFile } from '../another-file.tsx';
import { ROWS } from '../import.ts';
import { HeaderSelect, useHeaderChoice } from './header-select.tsx';

/** Second step: the column of each field, and the settings of the kind. */
export function ColumnsStep({ view }: { view: ImportView }) {
  const [settings, setSettings] = useState<ImportSettings>(view.settings);
  const { send, isPending, failure } = useCheck(view);
  const set = (change: Partial<ImportSettings>) => setSettings((current) => ({ ...current, ...change }));
  const header = useHeaderChoice(view, (mapping) => set({ mapping }));
  return (
    <Stack gap="lg">
      {view.problem && <Alert role="status" color="amber" title={view.problem} />}
      <Text>
        В файле {formatCount(view.total, ROWS)}. Проверьте, какой столбец куда попадет: часть мы выбрали по
        заголовкам.
      </Text>
      <HeaderSelect view={view} isPending={header.isPending} onChoose={header.choose} />
      <ActionError failure={header.failure} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="md">
        {Object.entries(importFields(view.kind)).map(([field, { label, hint, required }]) => (
          <ColumnSelect
            key={field}
            label={label}
            hint={hint}
            isRequired={required === true}
            columns={view.columns}
            value={settings.mapping[field]}
            onChange={(column) => set({ mapping: withColumn(settings.mapping, field, column) })}
          />
        ))}
      </SimpleGrid>
      {takesImportProgram(view.kind) && (
        <ProgramSelect value={settings.program ?? null} onChange={(program) => set({ program })} />
      )}
      {view.kind === 'leads' && <LeadSettings settings={settings} onChange={set} />}
      <ActionError failure={failure} />
      <Group>
        <Button loading={isPending || header.isPending} onClick={() => send(settings)}>
          Проверить файл
        </Button>
        <AnotherFile kind={view.kind} />
      </Group>
    </Stack>
  );
}

function useCheck({ id }: ImportView) {
  const { mutate, isPending } = useApiMutation(importRoutes.checkImport, [importRoutes.imports]);
  const { change } = useAddress();
  const [failure, setFailure] = useState<ErrorText | null>(null);
  const send = (body: ImportSettings) => {
    setFailure(null);
    mutate(
      { params: { id }, body },
      {
        onSuccess: () => change({ step: null }, { replace: true }),
        onError: (error) => setFailure(explainError(error, 'Проверка не началась').alert),
      },
    );
  };
  return { send, isPending, failure };
}

function withColumn(mapping: ImportSettings['mapping'], field: string, column: number | null) {
  const { [field]: _before, ...others } = mapping;
  return column === null ? others : { ...others, [field]: column };
}

/** Returns the header of a column; with the number of the column when others have the same header. */
function nameColumn(columns: ImportView['columns'], index: number): string {
  const title = columns[index]?.title ?? '';
  if (title === '') return `Столбец ${index + 1}`;
  const isUnique = columns.filter((column) => column.title === title).length === 1;
  return isUnique ? title : `${title} (столбец ${index + 1})`;
}

type ColumnSelectProps = {
  label: string;
  hint: string | undefined;
  isRequired: boolean;
  columns: ImportView['columns'];
  value: number | undefined;
  onChange: (column: number | null) => void;
};

function ColumnSelect({ label, hint, isRequired, columns, value, onChange }: ColumnSelectProps) {
  const samples = columns[value ?? -1]?.samples.filter(Boolean).slice(0, 2) ?? [];
  return (
    <Select
      label={label}
      description={samples.length > 0 ? `Например: ${samples.join(', ')}` : hint}
      inputWrapperOrder={['label', 'input', 'description']}
      withAsterisk={isRequired}
      placeholder="Не загружать"
      clearable={!isRequired}
      searchable
      data={columns.map((_, index) => ({ value: String(index), label: nameColumn(columns, index) }))}
      value={value === undefined ? null : String(value)}
      onChange={(column) => onChange(column === null ? null : Number(column))}
    />
  );
}

type ProgramSelectProps = { value: string | null; onChange: (id: string | null) => void };

function ProgramSelect({ value, onChange }: ProgramSelectProps) {
  const options = useProgramOptions('');
  return (
    <Select
      maw={480}
      label="Программа для строк без программы"
      placeholder="Не выбрана"
      clearable
      searchable
      data={options}
      value={value}
      onChange={onChange}
    />
  );
}

type LeadSettingsProps = { settings: ImportSettings; onChange: (change: Partial<ImportSettings>) => void };

function LeadSettings({ settings, onChange }: LeadSettingsProps) {
  return (
    <Stack gap="md" maw={480}>
      <TextInput
        label="Основание согласия на обработку данных"
        description="Запишем в историю каждого лида. Например: договор или анкета на сайте"
        inputWrapperOrder={['label', 'input', 'description']}
        maxLength={300}
        value={settings.consent_basis ?? ''}
        onChange={({ currentTarget }) => onChange({ consent_basis: currentTarget.value })}
      />
      <Checkbox
        label="Начислить вознаграждения за сделки из файла"
        description="Без отметки старые сделки останутся в истории, и партнеры за них ничего не получат"
        checked={settings.rewards === true}
        onChange={({ currentTarget }) => onChange({ rewards: currentTarget.checked })}
      />
    </Stack>
  );
}
