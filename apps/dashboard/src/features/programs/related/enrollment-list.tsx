import { Stack } from '@mantine/core';
import { type Program, programRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { AddPartnerForm } from './add-partner-form.tsx';
import { EnrollmentRow } from './enrollment-row.tsx';
import { RelatedRows } from './related-rows.tsx';

export function EnrollmentList({ program: { id, status } }: { program: Program }) {
  const [cursor, setCursor] = useState('');
  const enrollmentsQuery = useApiQuery(
    programRoutes.enrollments,
    { params: { id }, query: { cursor, page_size: '50' } },
    { keepPrevious: true },
  );
  return (
    <Stack gap="md">
      <PermissionGate call="enroll">
        {status !== 'archived' && <AddPartnerForm program={id} />}
      </PermissionGate>
      <RelatedRows
        label="Партнеры"
        query={enrollmentsQuery}
        onPageChange={setCursor}
        emptyText="Партнеров пока нет. Добавьте первого, и он получит свою ссылку"
      >
        {(enrollment) => <EnrollmentRow enrollment={enrollment} />}
      </RelatedRows>
    </Stack>
  );
}
