import { lazy, Suspense, useState } from 'react';
import { env } from '../env.ts';

const CaptchaWidget = lazy(() => import('./captcha-widget.tsx'));

export type CaptchaAnswer = {
  /** Token of the widget; empty without a captcha. */
  token: string;
  /** A captcha is configured, works, and was not answered. */
  isMissing: boolean;
  /** A token serves one attempt. */
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
    // Whether an attempt without an answer is let through then is for the server to say.
    isMissing: siteKey !== '' && token === '' && !isBroken,
    onToken: setToken,
    onBroken: () => setBroken(true),
    reset() {
      setToken('');
      setAttempt((number) => number + 1);
    },
  };
}

/** The captcha, where a key is configured; nothing of it is loaded elsewhere. */
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
