import { ProgramScreen } from '../features/programs/page/program-screen.tsx';
import { useRole } from '../shared/api/use-api.ts';
import { RoleRequiredNotice } from '../shared/ui/page/role-required-notice.tsx';

export default function ProgramPage() {
  return useRole() ? <ProgramScreen /> : <RoleRequiredNotice />;
}
