import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { env } from '../env.ts';

const CaptchaWidget = lazy(() => import('./captcha-widget.tsx'));

export const UNSOLVED_CAPTCHA = 'Подтвердите, что вы не робот';

export type CaptchaSolution = {
  /** Token from the widget; empty until the captcha is solved. */
  token: string;
  /** True when a captcha is configured and loads without errors, but is not solved. */
  isMissing: boolean;
  /** Clears the token and reloads the widget, because a token is valid for one attempt. */
  reset: () => void;
};

export type CaptchaState = CaptchaSolution & {
  siteKey: string;
  attempt: number;
  onToken: (token: string) => void;
  onError: () => void;
};

const neverChanges = () => () => {};

export function useCaptcha(): CaptchaState {
  // Empty on a server and while the page is hydrated, so that both render the same.
  const siteKey = useSyncExternalStore(neverChanges, env.captchaSiteKey, () => '');
  const [token, setToken] = useState('');
  const [hasFailed, setHasFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  return {
    siteKey,
    token,
    attempt,
    // If the widget fails, the server decides whether to accept a request without a token.
    isMissing: siteKey !== '' && token === '' && !hasFailed,
    onToken: setToken,
    onError: () => setHasFailed(true),
    reset() {
      setToken('');
      setAttempt((number) => number + 1);
    },
  };
}

/** Renders the captcha when a site key is configured. Otherwise the widget is not loaded. */
export const Captcha = ({ captcha }: { captcha: CaptchaState }) =>
  captcha.siteKey !== '' && (
    <Suspense fallback={null}>
      <CaptchaWidget
        key={captcha.attempt}
        siteKey={captcha.siteKey}
        onToken={captcha.onToken}
        onError={captcha.onError}
      />
    </Suspense>
  );
