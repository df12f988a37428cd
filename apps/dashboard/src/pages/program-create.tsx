import { ProgramCreate } from '../features/programs/page/program-create.tsx';
import { useRole } from '../shared/api/use-api.ts';
import { NeedsRole } from '../shared/ui/page/needs-role.tsx';
import { Page } from '../shared/ui/page/page.tsx';

export default function ProgramCreatePage() {
  if (!useRole()) return <NeedsRole />;
  return (
    <Page>
      <ProgramCreate />
    </Page>
  );
}
