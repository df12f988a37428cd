import { Programs } from '../features/programs/list/programs.tsx';
import { useRole } from '../shared/api/use-api.ts';
import { RoleRequiredNotice } from '../shared/ui/page/role-required-notice.tsx';

export default function ProgramsPage() {
  const role = useRole();
  return role ? <Programs key={role} role={role} /> : <RoleRequiredNotice />;
}
