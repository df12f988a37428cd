import { Select } from '@mantine/core';
import { type ImportSettings, type ImportView, importRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { type ErrorText, explainError } from '@/shared/errors/explain-error.ts';

type Mapping = ImportSettings['mapping'];

/**
 * Makes another row the header.
 *
 * @param onChosen Gets the columns that the server guessed by the new headers.
 */
export function useHeaderChoice({ id }: ImportView, onChosen: (mapping: Mapping) => void) {
  const { mutate, isPending } = useApiMutation(importRoutes.chooseImportHeader, [importRoutes.imports]);
  const [failure, setFailure] = useState<ErrorText | null>(null);
  const choose = (row: number) => {
    setFailure(null);
    mutate(
      { params: { id }, body: { row } },
      {
        onSuccess: ({ settings }) => onChosen(settings.mapping),
        onError: (error) => setFailure(explainError(error, 'Строка не выбрана').alert),
      },
    );
  };
  return { choose, isPending, failure };
}

type HeaderSelectProps = { view: ImportView; isPending: boolean; onChoose: (row: number) => void };

/** The row with the headers, among the first rows of the file. */
export function HeaderSelect({ view: { head, header_row }, isPending, onChoose }: HeaderSelectProps) {
  if (header_row === null) return null;
  return (
    <Select
      maw={640}
      label="Строка с заголовками"
      description="Строки выше не загрузим, итоги и заголовки групп пропустим"
      inputWrapperOrder={['label', 'input', 'description']}
      allowDeselect={false}
      readOnly={isPending}
      data={head.map(({ number, text }) => ({ value: String(number), label: `${number}. ${text}` }))}
      value={String(header_row)}
      onChange={(row) => row !== null && onChoose(Number(row))}
    />
  );
}
