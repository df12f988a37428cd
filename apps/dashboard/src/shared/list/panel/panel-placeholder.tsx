import { Text } from '@mantine/core';
import { isApiFailure } from '../../api/failure.ts';
import { PartProblem } from '../../ui/feedback/part-problem.tsx';
import { Bones } from '../../ui/feedback/text-skeleton.tsx';
import { PanelFrame } from './panel-frame.tsx';

type PanelWaitProps = {
  error: unknown;
  onRetry: () => void;
  /** What is on its way: «Лид»; why it does not come: «Лид не открылся»; that there is none: «Такого лида нет». */
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
      {error ? <PartProblem error={error} what={failed} onRetry={onRetry} /> : <Bones lines={6} />}
    </PanelFrame>
  );
