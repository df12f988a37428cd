import {
  employeeRoutes,
  JOURNAL_KIND_LABELS,
  JOURNAL_KINDS,
  journalRoutes,
} from '@referral-dashboard/api-contract';
import { usePartnerOptions, useProgramOptions } from '@/entities/reference/options.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { shortName } from '@/shared/format/person-name.ts';
import { type Filter, periodFilter } from '@/shared/list/definition.ts';

function useEmployeeOptions() {
  const { data } = useApiQuery(employeeRoutes.employees, {});
  return (
    data?.results.map((employee) => ({ value: employee.id, label: shortName(employee) || employee.phone })) ??
    []
  );
}

function useActorOptions(search: string) {
  const normalizedSearch = search.trim().toLocaleLowerCase('ru');
  return useEmployeeOptions().filter(({ label }) => label.toLocaleLowerCase('ru').includes(normalizedSearch));
}

/** Name of an employee. Other authors are shown as stored in the journal. */
function useActorName(id: string): string {
  const query = { actor: id, page_size: '25' } as const;
  const { data } = useApiQuery(journalRoutes.journal, { query });
  const employee = useEmployeeOptions().find(({ value }) => value === id);
  return employee?.label ?? data?.results[0]?.actor?.name ?? '…';
}

const useObjectOptions = (search: string) => [...usePartnerOptions(search), ...useProgramOptions(search)];

function useObjectName(id: string): string {
  const query = { object: id, page_size: '25' } as const;
  const { data } = useApiQuery(journalRoutes.journal, { query });
  return data?.results[0]?.object.name || '…';
}

export const journalFilters: readonly Filter[] = [
  { kind: 'reference', name: 'actor', label: 'Кто', useOptions: useActorOptions, useName: useActorName },
  {
    kind: 'choice',
    name: 'kind',
    label: 'Вид объекта',
    options: JOURNAL_KINDS.map((kind) => ({ value: kind, label: JOURNAL_KIND_LABELS[kind] })),
  },
  {
    kind: 'reference',
    name: 'object',
    label: 'Партнер или программа',
    useOptions: useObjectOptions,
    useName: useObjectName,
  },
  periodFilter('at', 'Когда'),
];
