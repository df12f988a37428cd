import { useAuthState } from '@referral-dashboard/react-auth';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { LoginForm } from '@/features/account/login/login-form.tsx';
import { SignOutNotice } from '@/features/account/login/sign-out-notice.tsx';
import { getReturnPath } from '@/shared/return-to.ts';
import { PageSpinner } from '@/shared/ui/feedback/page-spinner.tsx';
import { PublicFrame } from '@/shared/ui/page/public-frame.tsx';

export default function LoginPage() {
  const isAuth = useAuthState((state) => state.isAuth);
  const [isSigningIn, setSigningIn] = useState(false);
  const navigate = useNavigate();
  const { state } = useLocation();
  // Hides the form before the next page, so that it does not flash inside the shell.
  const isFormHidden = isSigningIn && isAuth;
  return (
    <>
      {isFormHidden && <PageSpinner />}
      <div style={{ display: isFormHidden ? 'none' : 'contents' }}>
        <PublicFrame title="Вход" supportText="Не получается войти? Напишите нам">
          <SignOutNotice />
          <LoginForm
            onAttempt={(isUnderWay) => setSigningIn(isUnderWay && !isAuth)}
            onSignIn={() => void navigate(getReturnPath(state), { replace: true })}
          />
        </PublicFrame>
      </div>
    </>
  );
}
