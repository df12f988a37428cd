import { Alert, Anchor, Stack } from '@mantine/core';
import type { Payment } from '@referral-dashboard/api-contract';
import { generatePath, Link } from 'react-router-dom';
import { statusLabels } from '@/entities/status/labels.ts';
import { isApiFailure, isConflict } from '@/shared/api/failure.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import { paths } from '@/shared/paths.ts';
import { useErrorFocus } from '@/shared/ui/form/use-error-focus.ts';

type PaymentErrorProps = { error: Error; payment: Payment };

/** Reason for a refused transition, with a link to the page where it can be fixed. */
export function PaymentError({ error, payment }: PaymentErrorProps) {
  const alert = useErrorFocus(error);
  if (isConflict(error))
    return (
      <Alert
        ref={alert}
        tabIndex={-1}
        role="alert"
        color="amber"
        title={`Выплата уже изменена, теперь «${statusLabels.payment[payment.status]}»`}
      >
        Показано то, что сохранено. Решите, нужен ли еще ваш шаг.
      </Alert>
    );
  const { title, advice } = explainError(error, 'Шаг не выполнен').alert;
  const isBlocked = isApiFailure(error) && error.code === 'blocked';
  const incident = isApiFailure(error) && error.incident;
  return (
    <Alert ref={alert} tabIndex={-1} role="alert" color="red" title={title}>
      <Stack gap="xs" align="start">
        {advice}
        {incident && `Номер для техподдержки: ${incident}`}
        {isBlocked && (
          <Anchor component={Link} to={generatePath(paths.partner, { id: payment.partner.id })}>
            Открыть карточку партнера
          </Anchor>
        )}
      </Stack>
    </Alert>
  );
}
