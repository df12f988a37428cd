import { Text } from '@mantine/core';
import { isApiFailure } from '../../api/failure.ts';
import { PartProblem } from '../../ui/feedback/part-problem.tsx';
import { TextSkeleton } from '../../ui/feedback/text-skeleton.tsx';
import { PanelFrame } from './panel-frame.tsx';

type PanelWaitProps = {
  error: unknown;
  onRetry: () => void;
  /** «Лид» while it loads, «Лид не открылся» when it fails, «Такого лида нет» when there is none. */
  words: { title: string; failed: string; missing: string };
};

/** The panel of something that is not there yet, or will not be. */
export const PanelWait = ({ error, onRetry, words: { title, failed, missing } }: PanelWaitProps) =>
  isApiFailure(error) && error.status === 404 ? (
    <PanelFrame title={missing}>
      <Text role="alert">Возможно, ссылка неполная или запись другой организации</Text>
    </PanelFrame>
  ) : (
    <PanelFrame title={title}>
      {error ? <PartProblem error={error} what={failed} onRetry={onRetry} /> : <TextSkeleton lines={6} />}
    </PanelFrame>
  );
