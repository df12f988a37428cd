import { CreateProgramForm } from '../features/programs/form/create-program-form.tsx';
import { useIsPermitted } from '../shared/api/permissions.tsx';
import { useRole } from '../shared/api/use-api.ts';
import { NotPermittedNotice } from '../shared/ui/page/not-permitted-notice.tsx';
import { Page } from '../shared/ui/page/page.tsx';
import { RoleRequiredNotice } from '../shared/ui/page/role-required-notice.tsx';

export default function ProgramCreatePage() {
  const isPermitted = useIsPermitted('createProgram');
  if (!useRole()) return <RoleRequiredNotice />;
  return (
    <Page>
      {isPermitted ? (
        <CreateProgramForm />
      ) : (
        <NotPermittedNotice>Программы создают владелец и менеджер</NotPermittedNotice>
      )}
    </Page>
  );
}
