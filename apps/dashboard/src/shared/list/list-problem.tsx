import { Alert, Button, Group } from '@mantine/core';
import { loadAdvice } from '../errors/load-advice.ts';
import { MissingPart } from '../ui/feedback/common-problem.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { useProblem } from '../ui/feedback/problems.ts';
import { IconAlertCircle } from '../ui/icons.ts';

const FAILED = 'Не удалось загрузить список';

type ListProblemProps = {
  error: unknown;
  /** True when previously loaded rows are still shown below. */
  hasRows: boolean;
  isTrying: boolean;
  onRetry: () => void;
};

/** Error message of a list, with a retry button. */
export function ListProblem({ error, hasRows, isTrying, onRetry }: ListProblemProps) {
  const isTold = useProblem(error);
  if (isTold) return hasRows ? null : <MissingPart what={FAILED} />;
  const retry = (
    <Button onClick={onRetry} loading={isTrying} variant={hasRows ? 'default' : 'filled'}>
      Повторить
    </Button>
  );
  if (hasRows)
    return (
      <Alert role="alert" color="red" title="Не удалось обновить список">
        <Group justify="space-between">
          {loadAdvice(error, FAILED, 'Загруженное раньше на месте')}. {retry}
        </Group>
      </Alert>
    );
  return (
    <div role="alert">
      <Notice icon={<IconAlertCircle size={32} stroke={1.75} />} title={FAILED} actions={retry}>
        {loadAdvice(error, FAILED, 'Ваши фильтры на месте')}.
      </Notice>
    </div>
  );
}
