import { Button, CopyButton, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy, IconShare2 } from './icons.ts';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

type CopyLinkProps = {
  url: string;
  /** E.g. «Скопировать ссылку». */
  label: string;
  /** Minimum width in pixels that fits both labels. */
  width: number;
};

/** Button that copies a URL. Screen readers announce the result. */
export const CopyLink = ({ url, label, width }: CopyLinkProps) => (
  <CopyButton value={url} timeout={1500}>
    {({ copied, copy }) => (
      <>
        <Button
          miw={width}
          onClick={copy}
          leftSection={copied ? <IconCheck {...icon} /> : <IconCopy {...icon} />}
        >
          {copied ? 'Скопировано' : label}
        </Button>
        <VisuallyHidden role="status">{copied && 'Скопировано'}</VisuallyHidden>
      </>
    )}
  </CopyButton>
);

/** Button that opens the share dialog of the system. Rendered only if the browser supports it. */
export const ShareLink = ({ url }: { url: string }) =>
  'share' in navigator && (
    <Button
      variant="default"
      leftSection={<IconShare2 {...icon} />}
      // A cancelled share is not an error.
      onClick={() => void navigator.share({ url }).catch(() => undefined)}
    >
      Поделиться
    </Button>
  );
