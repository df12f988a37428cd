import { SmartCaptcha } from '@yandex/smart-captcha';

type CaptchaWidgetProps = { siteKey: string; onToken: (token: string) => void; onError: () => void };

/** Yandex SmartCaptcha. An expired token is reported as an empty string. */
const CaptchaWidget = ({ siteKey, onToken, onError }: CaptchaWidgetProps) => (
  <SmartCaptcha
    sitekey={siteKey}
    language="ru"
    onSuccess={onToken}
    onTokenExpired={() => onToken('')}
    onNetworkError={onError}
    onJavascriptError={onError}
  />
);

export default CaptchaWidget;
