import { Programs } from '../features/programs/list/programs.tsx';
import { useRole } from '../shared/api/use-api.ts';
import { NeedsRole } from '../shared/ui/page/needs-role.tsx';

export default function ProgramsPage() {
  const role = useRole();
  return role ? <Programs key={role} role={role} /> : <NeedsRole />;
}
