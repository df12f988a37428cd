import { Group, NativeSelect, Stack } from '@mantine/core';
import { type EnrollmentQuery, type Program, programRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { getDefault, parseQuery } from '@/shared/list/address.ts';
import { ListSearch } from '@/shared/list/filters/list-search.tsx';
import { useAddress } from '@/shared/list/use-address.ts';
import { AddPartnerForm } from './add-partner-form.tsx';
import { EnrollmentRow } from './enrollment-row.tsx';
import { RelatedRows } from './related-rows.tsx';

type Ordering = EnrollmentQuery['ordering'];

const ORDER_OPTIONS: readonly { value: Ordering; label: string }[] = [
  { value: '-created_at', label: 'Сначала новые' },
  { value: 'name', label: 'По имени' },
  { value: '-leads', label: 'По лидам' },
  { value: '-won', label: 'По сделкам' },
  { value: '-rewards_kop', label: 'По вознаграждениям' },
];

/** Partners of a program with their figures. Search and order are in the URL. */
export function EnrollmentList({ program: { id, status, figures } }: { program: Program }) {
  const address = useAddress();
  const { search = '', ordering = getDefault(programRoutes.enrollments, 'ordering') } = parseQuery(
    programRoutes.enrollments,
    address.params,
  );
  return (
    <Stack gap="md">
      <PermissionGate call="enroll">
        {status !== 'archived' && <AddPartnerForm program={id} />}
      </PermissionGate>
      {(figures.partners > 0 || search !== '') && (
        <Group gap="xs">
          <ListSearch address={address} searchedFields="Имя или телефон" />
          <NativeSelect
            aria-label="Порядок партнеров"
            data={ORDER_OPTIONS.map((option) => option)}
            value={ordering}
            onChange={({ currentTarget }) =>
              address.change({ ordering: currentTarget.value }, { replace: true })
            }
          />
        </Group>
      )}
      <EnrollmentPages
        key={`${search} ${ordering}`}
        program={id}
        search={search}
        ordering={ordering as Ordering}
      />
    </Stack>
  );
}

type EnrollmentPagesProps = { program: string; search: string; ordering: Ordering };

/** Pages of one search and order. */
function EnrollmentPages({ program, search, ordering }: EnrollmentPagesProps) {
  const [cursor, setCursor] = useState('');
  const enrollmentsQuery = useApiQuery(
    programRoutes.enrollments,
    { params: { id: program }, query: { cursor, search, ordering, page_size: '50' } },
    { keepPrevious: true },
  );
  return (
    <RelatedRows
      label="Партнеры"
      query={enrollmentsQuery}
      onPageChange={setCursor}
      emptyText={
        search === ''
          ? 'Партнеров пока нет. Добавьте первого, и он получит свою ссылку'
          : 'По этому запросу партнеров нет. Проверьте имя или телефон'
      }
    >
      {(enrollment) => <EnrollmentRow enrollment={enrollment} />}
    </RelatedRows>
  );
}
