import { Button } from '@mantine/core';
import { organizationRoutes, type Program, programRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { paths } from '@/shared/paths.ts';
import { LoadProblem } from '@/shared/ui/feedback/load-problem.tsx';
import { Notice } from '@/shared/ui/feedback/notice.tsx';
import { IconCompass } from '@/shared/ui/icons.ts';
import { Page } from '@/shared/ui/page/page.tsx';
import { OrganizationProgram } from './organization-program.tsx';
import { ProgramSkeleton } from './program-skeleton.tsx';

const PartnerProgram = lazy(async () => ({
  default: (await import('../partner/partner-program.tsx')).PartnerProgram,
}));

const LOAD_ERROR_TITLE = 'Не удалось открыть программу';

/** Page of a program. An organization can edit it, a partner can only view it. */
export function ProgramScreen() {
  const { id = '' } = useParams();
  const programQuery = useApiQuery(programRoutes.program, { params: { id } });
  if (programQuery.data)
    return 'version' in programQuery.data ? (
      <ProgramWithOrganization key={id} program={programQuery.data} />
    ) : (
      <Suspense
        key={id}
        fallback={
          <Page subject={programQuery.data.name}>
            <ProgramSkeleton />
          </Page>
        }
      >
        <PartnerProgram program={programQuery.data} />
      </Suspense>
    );
  return (
    <Page>
      {programQuery.isError ? (
        <LoadProblem read={programQuery} title={LOAD_ERROR_TITLE} notFound={<MissingProgram />} />
      ) : (
        <ProgramSkeleton />
      )}
    </Page>
  );
}

function ProgramWithOrganization({ program }: { program: Program }) {
  const organizationQuery = useApiQuery(organizationRoutes.organization, {});
  if (organizationQuery.data)
    return <OrganizationProgram program={program} organization={organizationQuery.data} />;
  return (
    <Page subject={program.name}>
      {organizationQuery.isError ? (
        <LoadProblem read={organizationQuery} title={LOAD_ERROR_TITLE} />
      ) : (
        <ProgramSkeleton />
      )}
    </Page>
  );
}

const MissingProgram = () => (
  <Notice
    icon={<IconCompass size={32} stroke={1.75} />}
    title="Такой программы нет"
    actions={
      <Button component={Link} to={paths.programs}>
        К программам
      </Button>
    }
  >
    Возможно, ее удалили или закрыли для партнеров
  </Notice>
);
