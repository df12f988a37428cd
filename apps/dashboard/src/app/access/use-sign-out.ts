import { useAuth } from '@referral-dashboard/react-auth';
import { useNavigate } from 'react-router-dom';
import { clearDrafts } from '@/shared/drafts/clear-drafts.ts';
import { paths } from '@/shared/paths.ts';
import { useLeave } from '@/shared/ui/form/leave-guard.ts';

/** Returns a function that ends the session, deletes drafts and opens the login page. A form with unsaved changes asks first. */
export function useSignOut(): () => void {
  const { logout } = useAuth();
  const navigate = useNavigate();
  const leave = useLeave();
  return () =>
    leave(() => {
      clearDrafts();
      void logout();
      void navigate(paths.login);
    });
}
