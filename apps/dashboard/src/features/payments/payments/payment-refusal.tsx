import { Alert, Anchor, Stack } from '@mantine/core';
import type { Payment } from '@referral-dashboard/api-contract';
import { generatePath, Link } from 'react-router-dom';
import { statusLabels } from '../../../entities/status/labels.ts';
import { isApiFailure, isOvertaken } from '../../../shared/api/failure.ts';
import { errorSentence } from '../../../shared/errors/sentence.ts';
import { paths } from '../../../shared/paths.ts';

type PaymentRefusalProps = { error: Error; payment: Payment };

/** The reason why a transition was refused, and the way to mend it. */
export function PaymentRefusal({ error, payment }: PaymentRefusalProps) {
  if (isOvertaken(error))
    return (
      <Alert
        role="alert"
        color="amber"
        title={`Выплата уже изменена, теперь «${statusLabels.payment[payment.status]}»`}
      >
        Показано то, что сохранено. Решите, нужен ли еще ваш шаг.
      </Alert>
    );
  const { title, advice } = errorSentence(error, 'Шаг не выполнен');
  const isBlocked = isApiFailure(error) && error.code === 'blocked';
  const incident = isApiFailure(error) && error.incident;
  return (
    <Alert role="alert" color="red" title={title}>
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
