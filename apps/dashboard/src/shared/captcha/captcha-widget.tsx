import { SmartCaptcha } from '@yandex/smart-captcha';

type CaptchaWidgetProps = { siteKey: string; onToken: (token: string) => void; onBroken: () => void };

/** Yandex SmartCaptcha. An expired token is reported as an empty string. */
const CaptchaWidget = ({ siteKey, onToken, onBroken }: CaptchaWidgetProps) => (
  <SmartCaptcha
    sitekey={siteKey}
    language="ru"
    onSuccess={onToken}
    onTokenExpired={() => onToken('')}
    onNetworkError={onBroken}
    onJavascriptError={onBroken}
  />
);

export default CaptchaWidget;
