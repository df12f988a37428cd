import { Button } from '@mantine/core';
import { type Organization, organizationRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { generatePath, Link, Navigate } from 'react-router-dom';
import { useRole } from '@/shared/api/use-api.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { paths } from '@/shared/paths.ts';
import { ORGANIZATION } from '@/shared/product.ts';
import { LoadProblem } from '@/shared/ui/feedback/load-problem.tsx';
import { Notice } from '@/shared/ui/feedback/notice.tsx';
import { UnsavedChanges } from '@/shared/ui/form/unsaved-changes.tsx';
import { IconAffiliate } from '@/shared/ui/icons.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { EditorSkeleton } from './editor-skeleton.tsx';
import { ProgramEditor } from './program-editor.tsx';
import { useProgramForm } from './use-program-form.ts';

/** Form for a new program. Partners see a notice that only organizations create programs. */
export const CreateProgramForm = () =>
  useRole() === ORGANIZATION ? <OrganizationForm /> : <PartnerNotice />;

const PartnerNotice = () => (
  <Notice
    icon={<IconAffiliate size={32} stroke={1.75} />}
    title="Программы создает организация"
    actions={
      <Button component={Link} to={paths.programs}>
        К программам
      </Button>
    }
  >
    Вы можете вступить в готовую программу и получить свою ссылку
  </Notice>
);

function OrganizationForm() {
  const organization = useApiQuery(organizationRoutes.organization, {});
  if (organization.data) return <EmptyProgramForm organization={organization.data} />;
  if (organization.isError) return <LoadProblem read={organization} title="Не удалось открыть форму" />;
  return <EditorSkeleton />;
}

function EmptyProgramForm({ organization }: { organization: Organization }) {
  const editor = useProgramForm(null, organization);
  const [createdId, setCreatedId] = useState<string | null>(null);
  const handleSave = async () => {
    const program = await editor.save();
    if (program === null) return;
    setCreatedId(program.id);
    void toast.success({ title: 'Черновик создан', description: 'Проверьте условия и включите программу' });
  };
  return (
    <>
      <ProgramEditor
        editor={editor}
        program={null}
        organization={organization}
        onSave={() => void handleSave()}
      />
      <UnsavedChanges isDirty={editor.isDirty && createdId === null} onLeave={editor.discardDraft} />
      {createdId !== null && <Navigate to={generatePath(paths.program, { id: createdId })} replace />}
    </>
  );
}
