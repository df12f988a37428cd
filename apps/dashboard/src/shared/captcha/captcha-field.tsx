import { Input } from '@mantine/core';
import { Captcha, type CaptchaState } from './captcha.tsx';

export const CaptchaField = ({ captcha, error }: { captcha: CaptchaState; error: string | undefined }) => (
  <>
    <Captcha captcha={captcha} />
    {error && <Input.Error>{error}</Input.Error>}
  </>
);
