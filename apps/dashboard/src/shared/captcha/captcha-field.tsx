import { Input } from '@mantine/core';
import { Captcha, type CaptchaState } from './captcha.tsx';

export const CaptchaField = ({ answer, error }: { answer: CaptchaState; error: string | undefined }) => (
  <>
    <Captcha answer={answer} />
    {error && <Input.Error>{error}</Input.Error>}
  </>
);
