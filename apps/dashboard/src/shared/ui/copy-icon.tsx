import { ActionIcon, CopyButton, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from './icons.ts';

/** Button that copies a text and shows a check mark for 1.5 seconds. `target` completes «Скопировать …». */
export const CopyIcon = ({ target, text }: { target: string; text: string }) => (
  <CopyButton value={text} timeout={1500}>
    {({ copied, copy }) => (
      <>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          m={-4}
          aria-label={`Скопировать ${target}`}
          onClick={copy}
        >
          {copied ? (
            <IconCheck size={16} stroke={1.75} aria-hidden />
          ) : (
            <IconCopy size={16} stroke={1.75} aria-hidden />
          )}
        </ActionIcon>
        <VisuallyHidden role="status">{copied && 'Скопировано'}</VisuallyHidden>
      </>
    )}
  </CopyButton>
);
