import { ProgramCreate } from '../features/programs/page/program-create.tsx';
import { usePermitted } from '../shared/api/permitted.tsx';
import { useRole } from '../shared/api/use-api.ts';
import { NeedsRole } from '../shared/ui/page/needs-role.tsx';
import { NotPermitted } from '../shared/ui/page/not-permitted.tsx';
import { Page } from '../shared/ui/page/page.tsx';

export default function ProgramCreatePage() {
  const isPermitted = usePermitted('createProgram');
  if (!useRole()) return <NeedsRole />;
  return (
    <Page>
      {isPermitted ? <ProgramCreate /> : <NotPermitted>Программы создают владелец и менеджер</NotPermitted>}
    </Page>
  );
}
