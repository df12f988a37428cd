import { Text } from '@mantine/core';
import { isApiFailure } from '@/shared/api/failure.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { PanelFrame } from './panel-frame.tsx';

type PanelPlaceholderProps = {
  error: unknown;
  onRetry: () => void;
  /** Titles: «Лид» while loading, «Лид не открылся» on an error, «Такого лида нет» for a 404 response. */
  titles: { title: string; failed: string; missing: string };
};

/** Side panel while its content loads, or after an error. */
export const PanelPlaceholder = ({
  error,
  onRetry,
  titles: { title, failed, missing },
}: PanelPlaceholderProps) =>
  isApiFailure(error) && error.status === 404 ? (
    <PanelFrame title={missing}>
      <Text role="alert">Возможно, ссылка неполная или запись другой организации</Text>
    </PanelFrame>
  ) : (
    <PanelFrame title={title}>
      {error ? <PartProblem error={error} title={failed} onRetry={onRetry} /> : <TextSkeleton lines={6} />}
    </PanelFrame>
  );
