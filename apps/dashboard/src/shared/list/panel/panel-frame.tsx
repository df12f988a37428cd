import { ActionIcon, CloseButton, Group, Text, Title } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';
import { IconChevronLeft, IconChevronRight } from '@/shared/ui/icons.ts';
import classes from './panel.module.css';

export type PanelNavigation = {
  onClose: () => void;
  /** `null` when there is no adjacent row on this page of the list. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
};

export const PanelContext = createContext<PanelNavigation>({ onClose() {}, onPrevious: null, onNext: null });

type PanelFrameProps = {
  /** E.g. «Л-1042». */
  number?: string;
  title: string;
  /** Status badge. */
  status?: ReactNode;
  children: ReactNode;
};

/** Frame of a side panel: a sticky header with previous, next and close buttons. */
export function PanelFrame({ number, title, status, children }: PanelFrameProps) {
  const { onClose, onPrevious, onNext } = useContext(PanelContext);
  return (
    <>
      <div className={classes['head']}>
        <div className={classes['name']}>
          {number && (
            <Text c="dimmed" size="xs">
              {number}
            </Text>
          )}
          <Title order={2} className={classes['title']}>
            {title}
          </Title>
        </div>
        {status && <div className={classes['state']}>{status}</div>}
        <Group gap={4} wrap="nowrap" ml="auto">
          {/* Hidden buttons keep their space, because the rows may load after the panel. */}
          <Group gap={4} wrap="nowrap" style={{ visibility: onPrevious || onNext ? 'visible' : 'hidden' }}>
            <StepButton label="Предыдущий" onClick={onPrevious}>
              <IconChevronLeft size={16} stroke={1.75} aria-hidden />
            </StepButton>
            <StepButton label="Следующий" onClick={onNext}>
              <IconChevronRight size={16} stroke={1.75} aria-hidden />
            </StepButton>
          </Group>
          <CloseButton size="lg" onClick={onClose} />
        </Group>
      </div>
      <div className={classes['content']}>{children}</div>
    </>
  );
}

type StepButtonProps = { label: string; onClick: (() => void) | null; children: ReactNode };

const StepButton = ({ label, onClick, children }: StepButtonProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={34}
    aria-label={label}
    disabled={onClick === null}
    onClick={onClick ?? undefined}
  >
    {children}
  </ActionIcon>
);
