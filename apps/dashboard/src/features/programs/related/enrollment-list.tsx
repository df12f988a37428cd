import { Checkbox, Group, NativeSelect, Stack } from '@mantine/core';
import {
  type EnrollmentQuery,
  type EnrollmentWithFigures,
  type Program,
  type Group as ProgramGroup,
  programRoutes,
} from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { PermissionGate, useIsPermitted } from '@/shared/api/permissions.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { getDefault, parseQuery } from '@/shared/list/address.ts';
import { ListSearch } from '@/shared/list/filters/list-search.tsx';
import { useSelection } from '@/shared/list/selection/use-selection.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { EnrollmentSelectionBar } from '../groups/enrollment-selection-bar.tsx';
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

type EnrollmentListProps = { program: Program; groups: readonly ProgramGroup[] };

/** Partners of a program with their figures. Search and order are in the URL. Groups make the partners selectable. */
export function EnrollmentList({ program, groups }: EnrollmentListProps) {
  const { id, status, figures } = program;
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
        program={program}
        groups={groups}
        search={search}
        ordering={ordering as Ordering}
      />
    </Stack>
  );
}

/** Partners that a group can take: active and paused ones, as `figures.partners` counts them. */
const SELECTABLE_STATUSES = ['active', 'paused'];
const isSelectable = ({ status }: EnrollmentWithFigures) => SELECTABLE_STATUSES.includes(status);

type EnrollmentPagesProps = EnrollmentListProps & { search: string; ordering: Ordering };

/** Pages of one search and order. */
function EnrollmentPages({ program, groups, search, ordering }: EnrollmentPagesProps) {
  const [cursor, setCursor] = useState('');
  const enrollmentsQuery = useApiQuery(
    programRoutes.enrollments,
    { params: { id: program.id }, query: { cursor, search, ordering, page_size: '50' } },
    { keepPrevious: true },
  );
  const enrollments = enrollmentsQuery.data?.results ?? [];
  const selection = useSelection(
    enrollments,
    { status: SELECTABLE_STATUSES.join(','), ...(search !== '' && { search }) },
    program.figures.partners,
    { canSelect: isSelectable },
  );
  const canAssign = useIsPermitted('assignGroup') && groups.length > 0;
  return (
    <>
      <RelatedRows
        label="Партнеры"
        query={enrollmentsQuery}
        onPageChange={setCursor}
        emptyText={
          search === ''
            ? 'Партнеров пока нет. Добавьте первого, и он получит свою ссылку'
            : 'По этому запросу партнеров нет. Проверьте имя или телефон'
        }
        head={
          canAssign && (
            <Checkbox
              size="xs"
              label="Выбрать всех на странице"
              checked={selection.isPageSelected}
              indeterminate={!selection.isPageSelected && enrollments.some(({ id }) => selection.has(id))}
              disabled={!enrollments.some(isSelectable)}
              onChange={selection.togglePage}
            />
          )
        }
      >
        {(enrollment) => (
          <>
            {canAssign && (
              <Checkbox
                size="xs"
                aria-label={`Выбрать: ${enrollment.partner.name}`}
                checked={isSelectable(enrollment) && selection.has(enrollment.id)}
                disabled={!isSelectable(enrollment)}
                onChange={() => selection.toggle(enrollment.id)}
              />
            )}
            <EnrollmentRow enrollment={enrollment} />
          </>
        )}
      </RelatedRows>
      {canAssign && (
        <EnrollmentSelectionBar
          program={program}
          groups={groups}
          selection={selection}
          // The server counts the partners of a program, but not those of a search.
          total={search === '' ? program.figures.partners : undefined}
        />
      )}
    </>
  );
}
