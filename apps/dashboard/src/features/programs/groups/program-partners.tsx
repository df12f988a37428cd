import { Skeleton, Stack } from '@mantine/core';
import { type Organization, type Program, termsRoutes } from '@referral-dashboard/api-contract';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { EnrollmentList } from '../related/enrollment-list.tsx';
import { JoinLink } from '../related/join-link.tsx';
import { GroupSection } from './group-section.tsx';

type ProgramPartnersProps = { program: Program; organization: Organization };

/** Partners of a program: the link for new ones, the groups and the list. */
export function ProgramPartners({ program, organization }: ProgramPartnersProps) {
  const { data, error, refetch } = useApiQuery(termsRoutes.groups, { params: { id: program.id } });
  return (
    <>
      <JoinLink program={program} organization={organization} />
      {/* The list waits for the groups above it, so that it does not shift. */}
      {data === undefined && error === null ? (
        <Skeleton height={240} />
      ) : (
        <Stack gap="lg">
          {data ? (
            <GroupSection program={program} groups={data.results} />
          ) : (
            <PartProblem error={error} title="Группы не загрузились" onRetry={() => void refetch()} />
          )}
          <EnrollmentList program={program} groups={data?.results ?? []} />
        </Stack>
      )}
    </>
  );
}
