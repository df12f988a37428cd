import { Button } from '@mantine/core';
import { organizationRoutes, type Program, programRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useApiQuery } from '../../../shared/api/use-api-query.ts';
import { paths } from '../../../shared/paths.ts';
import { LoadProblem } from '../../../shared/ui/feedback/load-problem.tsx';
import { Notice } from '../../../shared/ui/feedback/notice.tsx';
import { IconCompass } from '../../../shared/ui/icons.ts';
import { Page } from '../../../shared/ui/page/page.tsx';
import { ProgramOfOrganization } from './program-of-organization.tsx';
import { ProgramSkeleton } from './program-skeleton.tsx';

const ProgramOfPartner = lazy(async () => ({
  default: (await import('../partner/program-of-partner.tsx')).ProgramOfPartner,
}));

const FAILED = 'Не удалось открыть программу';

/** Page of a program. An organization can edit it, a partner can only view it. */
export function ProgramScreen() {
  const { id = '' } = useParams();
  const read = useApiQuery(programRoutes.program, { params: { id } });
  if (read.data)
    return 'version' in read.data ? (
      <WithOrganization key={id} program={read.data} />
    ) : (
      <Suspense
        key={id}
        fallback={
          <Page subject={read.data.name}>
            <ProgramSkeleton />
          </Page>
        }
      >
        <ProgramOfPartner program={read.data} />
      </Suspense>
    );
  return (
    <Page>
      {read.isError ? (
        <LoadProblem read={read} title={FAILED} notFound={<NoProgram />} />
      ) : (
        <ProgramSkeleton />
      )}
    </Page>
  );
}

function WithOrganization({ program }: { program: Program }) {
  const read = useApiQuery(organizationRoutes.organization, {});
  if (read.data) return <ProgramOfOrganization program={program} organization={read.data} />;
  return (
    <Page subject={program.name}>
      {read.isError ? <LoadProblem read={read} title={FAILED} /> : <ProgramSkeleton />}
    </Page>
  );
}

const NoProgram = () => (
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
