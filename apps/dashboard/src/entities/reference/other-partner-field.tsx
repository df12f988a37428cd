import { Select, type SelectProps } from '@mantine/core';
import { partnerRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';

type Reference = { id: string };

/** Active and invited partners of a program that match the search, except the current partner. */
function useOtherPartners(program: Reference, partner: Reference | null, search: string) {
  const query = { search, program: [program.id], status: ['active', 'invited'], page_size: '50' } as const;
  const { data, isPending, error, refetch } = useApiQuery(
    partnerRoutes.partners,
    { query },
    { keepPrevious: true },
  );
  const options = (data?.results ?? [])
    .filter(({ id }) => id !== partner?.id)
    .map(({ id, name }) => ({ value: id, label: name }));
  return { options, isPending, error, refetch };
}

type OtherPartnerFieldProps = Omit<SelectProps, 'data'> & { program: Reference; partner: Reference | null };

/** Field for the partner who gets a lead or a client of a program. */
export function OtherPartnerField({ program, partner, ...field }: OtherPartnerFieldProps) {
  const [search, setSearch] = useState('');
  const { options, isPending, error, refetch } = useOtherPartners(program, partner, search);
  if (error)
    return <PartProblem error={error} title="Партнеры не загрузились" onRetry={() => void refetch()} />;
  return (
    <Select
      label="Кому"
      placeholder="Выберите партнера"
      searchable
      data-autofocus
      data={options}
      onSearchChange={setSearch}
      filter={({ options: partners }) => partners}
      nothingFoundMessage={isPending ? 'Загружаем' : 'В программе нет других партнеров'}
      {...field}
    />
  );
}
