import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { LINE_LIMITS, type Link, programRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useApiQuery } from '@/shared/api/use-api-query.ts';

const DEBOUNCE_MS = 250;

const toOption = ({ id, code, label, partner }: Link) => ({
  value: id,
  label: `${label || code}, ${partner.name}`,
});

/** Links of a program that match the search text, the newest first. */
function useFoundLinks(program: string, text: string) {
  const [search] = useDebouncedValue(text.trim(), DEBOUNCE_MS);
  const query = { search, page_size: '50' } as const;
  const input = { params: { id: program }, query };
  const { data, isError } = useApiQuery(programRoutes.programLinks, input, { keepPrevious: true });
  return { options: data?.results.map(toOption), isError };
}

/** Options of the selected links, which may not match the search text. */
function useSelectedLinks(program: string, selected: readonly string[], found: readonly { value: string }[]) {
  const missing = selected.filter((id) => !found.some(({ value }) => value === id));
  const { data, isError } = useApiQuery(
    programRoutes.programLinks,
    { params: { id: program }, query: { id: [...selected].sort(), page_size: '50' } },
    { enabled: missing.length > 0, keepPrevious: true },
  );
  const known = new Map(data?.results.map((link) => [link.id, toOption(link)]));
  return missing.map((id) => known.get(id) ?? { value: id, label: isError ? 'Ссылка' : 'Загружаем' });
}

type LinkFieldProps = { program: string; selected: readonly string[]; label: string };

/** Field for links of a program. The server searches by name, code and partner. */
export function LinkField({ program, selected, label, ...props }: LinkFieldProps) {
  const [text, setText] = useState('');
  const { options: found, isError } = useFoundLinks(program, text);
  const others = useSelectedLinks(program, selected, found ?? []);
  return (
    <MultiSelect
      aria-label={label}
      placeholder={selected.length === 0 ? 'Название, код или партнер' : ''}
      searchable
      maxValues={LINE_LIMITS.links}
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) =>
        options.filter(
          (option) => !('value' in option) || !others.some(({ value }) => value === option.value),
        )
      }
      nothingFoundMessage={
        isError ? 'Ссылки не загрузились' : found === undefined ? 'Загружаем' : 'Ничего не найдено'
      }
      data={[...(found ?? []), ...others]}
      {...props}
    />
  );
}
