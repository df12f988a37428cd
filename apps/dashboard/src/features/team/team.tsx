import { Paper, Stack, Title } from '@mantine/core';
import { employeeRoutes } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import rows from '@/shared/ui/row-list.module.css';
import { EmployeeRow } from './employee-row.tsx';
import { InvitationRow } from './invitation-row.tsx';

const paperProps = {
  withBorder: true,
  p: { base: 'md', sm: 'lg' },
  radius: 'lg',
  component: 'section',
} as const;

/** Employees and pending invitations; `children` are rendered below them after loading. */
export function Team({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useApiQuery(employeeRoutes.employees, {});
  if (data === undefined)
    return (
      <Paper {...paperProps} aria-label="Сотрудники">
        {error ? (
          <PartProblem error={error} title="Команда не загрузилась" onRetry={() => void refetch()} />
        ) : (
          <TextSkeleton lines={6} />
        )}
      </Paper>
    );
  return (
    <>
      {data.invitations.length > 0 && (
        <Paper {...paperProps} aria-label="Приглашения">
          <Stack gap="xs">
            <Title order={2}>Приглашения</Title>
            <ul className={rows['list']}>
              {data.invitations.map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} />
              ))}
            </ul>
          </Stack>
        </Paper>
      )}
      <Paper {...paperProps} aria-label="Сотрудники">
        <Stack gap="xs">
          <Title order={2}>Сотрудники</Title>
          <ul className={rows['list']}>
            {data.results.map((employee) => (
              <EmployeeRow key={employee.id} employee={employee} />
            ))}
          </ul>
        </Stack>
      </Paper>
      {children}
    </>
  );
}
