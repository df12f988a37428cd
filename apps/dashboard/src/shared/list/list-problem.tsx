import { Alert, Button, Group } from '@mantine/core';
import { explainError } from '../errors/explain-error.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { MissingPart } from '../ui/feedback/page-problems.tsx';
import { useProblem } from '../ui/feedback/use-problem.ts';
import { IconAlertCircle } from '../ui/icons.ts';

const FAILED = 'Не удалось загрузить список';

type ListProblemProps = {
  error: unknown;
  /** True when previously loaded rows are still shown below. */
  hasRows: boolean;
  isRetrying: boolean;
  onRetry: () => void;
};

/** Error message of a list, with a retry button. */
export function ListProblem({ error, hasRows, isRetrying, onRetry }: ListProblemProps) {
  const isInBanner = useProblem(error);
  if (isInBanner) return hasRows ? null : <MissingPart title={FAILED} />;
  const retry = (
    <Button onClick={onRetry} loading={isRetrying} variant={hasRows ? 'default' : 'filled'}>
      Повторить
    </Button>
  );
  if (hasRows)
    return (
      <Alert role="alert" color="red" title="Не удалось обновить список">
        <Group justify="space-between">
          {explainError(error, FAILED, { reassurance: 'Загруженное раньше на месте' }).sentence}. {retry}
        </Group>
      </Alert>
    );
  return (
    <div role="alert">
      <Notice icon={<IconAlertCircle size={32} stroke={1.75} />} title={FAILED} actions={retry}>
        {explainError(error, FAILED, { reassurance: 'Ваши фильтры на месте' }).sentence}.
      </Notice>
    </div>
  );
}
