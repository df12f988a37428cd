import { Button, CopyButton, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy, IconShare2 } from './icons.ts';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

type CopyLinkProps = {
  url: string;
  /** «Скопировать ссылку» */
  label: string;
  /** Width that both its words fit into, in pixels. */
  width: number;
};

/** Copies an address and says so, to the ear too. */
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

/** Hands an address to another program, where the browser can. */
export const ShareLink = ({ url }: { url: string }) =>
  'share' in navigator && (
    <Button
      variant="default"
      leftSection={<IconShare2 {...icon} />}
      // Somebody who thinks better of it is no failure.
      onClick={() => void navigator.share({ url }).catch(() => undefined)}
    >
      Поделиться
    </Button>
  );
