import { lazy, Suspense, useState } from 'react';
import { env } from '../env.ts';

const CaptchaWidget = lazy(() => import('./captcha-widget.tsx'));

export type CaptchaAnswer = {
  /** Token from the widget; empty until the captcha is solved. */
  token: string;
  /** True when a captcha is configured and loads without errors, but is not solved. */
  isMissing: boolean;
  /** Clears the token and reloads the widget, because a token is valid for one attempt. */
  reset: () => void;
};

export type CaptchaState = CaptchaAnswer & {
  siteKey: string;
  attempt: number;
  onToken: (token: string) => void;
  onBroken: () => void;
};

export function useCaptchaAnswer(): CaptchaState {
  const siteKey = env.captchaSiteKey();
  const [token, setToken] = useState('');
  const [isBroken, setBroken] = useState(false);
  const [attempt, setAttempt] = useState(0);
  return {
    siteKey,
    token,
    attempt,
    // If the widget fails, the server decides whether to accept a request without a token.
    isMissing: siteKey !== '' && token === '' && !isBroken,
    onToken: setToken,
    onBroken: () => setBroken(true),
    reset() {
      setToken('');
      setAttempt((number) => number + 1);
    },
  };
}

/** Renders the captcha when a site key is configured. Otherwise the widget is not loaded. */
export const Captcha = ({ answer }: { answer: CaptchaState }) =>
  answer.siteKey !== '' && (
    <Suspense fallback={null}>
      <CaptchaWidget
        key={answer.attempt}
        siteKey={answer.siteKey}
        onToken={answer.onToken}
        onBroken={answer.onBroken}
      />
    </Suspense>
  );
