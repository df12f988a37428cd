import { Input } from '@mantine/core';
import { Captcha, type CaptchaState } from './captcha.tsx';

/** The captcha with what is wrong about its answer. */
export const CaptchaField = ({ answer, error }: { answer: CaptchaState; error: string | undefined }) => (
  <>
    <Captcha answer={answer} />
    {error && <Input.Error>{error}</Input.Error>}
  </>
);
