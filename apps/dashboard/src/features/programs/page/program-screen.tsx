import { Button } from '@mantine/core';
import { organizationRoutes, type Program, programRoutes } from '@referral-dashboard/api-contract';
import { Link, useParams } from 'react-router-dom';
import { useRead } from '../../../shared/api/use-read.ts';
import { paths } from '../../../shared/paths.ts';
import { IconCompass } from '../../../shared/ui/icons.ts';
import { LoadProblem } from '../../../shared/ui/load-problem.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { ProgramOfPartner } from '../partner/program-of-partner.tsx';
import { EditorSkeleton } from './editor-skeleton.tsx';
import { ProgramOfOrganization } from './program-of-organization.tsx';

const FAILED = 'Не удалось открыть программу';

/** One program: its organization changes it, a partner reads it. */
export function ProgramScreen() {
  const { id = '' } = useParams();
  const read = useRead(programRoutes.program, { params: { id } });
  if (read.data)
    return 'version' in read.data ? (
      <WithOrganization key={id} program={read.data} />
    ) : (
      <ProgramOfPartner key={id} program={read.data} />
    );
  return (
    <Page>
      {read.isError ? <LoadProblem read={read} title={FAILED} missing={<NoProgram />} /> : <EditorSkeleton />}
    </Page>
  );
}

function WithOrganization({ program }: { program: Program }) {
  const read = useRead(organizationRoutes.organization, {});
  if (read.data) return <ProgramOfOrganization program={program} organization={read.data} />;
  return (
    <Page subject={program.name}>
      {read.isError ? <LoadProblem read={read} title={FAILED} /> : <EditorSkeleton />}
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
