import { ProgramScreen } from '../features/programs/page/program-screen.tsx';
import { useRole } from '../shared/api/use-api.ts';
import { NeedsRole } from '../shared/ui/page/needs-role.tsx';

export default function ProgramPage() {
  return useRole() ? <ProgramScreen /> : <NeedsRole />;
}
