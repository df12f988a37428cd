import { Leads } from '../features/leads/leads.tsx';
import { useRole } from '../shared/api/use-api.ts';
import { NeedsRole } from '../shared/ui/page/needs-role.tsx';

export default function LeadsPage() {
  const role = useRole();
  return role ? <Leads key={role} role={role} /> : <NeedsRole />;
}
