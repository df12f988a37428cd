import { Stack } from '@mantine/core';
import { type Program, programRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { Permitted } from '../../../shared/api/permitted.tsx';
import { useRead } from '../../../shared/api/use-read.ts';
import { AddPartner } from './add-partner.tsx';
import { EnrollmentRow } from './enrollment-row.tsx';
import { RelatedRows } from './related-rows.tsx';

export function EnrollmentList({ program: { id, status } }: { program: Program }) {
  const [cursor, setCursor] = useState('');
  const read = useRead(
    programRoutes.enrollments,
    { params: { id }, query: { cursor, page_size: '50' } },
    { keepPrevious: true },
  );
  return (
    <Stack gap="md">
      <Permitted call="enroll">{status !== 'archived' && <AddPartner program={id} />}</Permitted>
      <RelatedRows
        label="Партнеры"
        read={read}
        onTurn={setCursor}
        nothing="Партнеров пока нет. Добавьте первого, и он получит свою ссылку"
      >
        {(enrollment) => <EnrollmentRow enrollment={enrollment} />}
      </RelatedRows>
    </Stack>
  );
}
