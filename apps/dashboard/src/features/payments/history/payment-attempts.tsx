import { List, Stack, Text, Title } from '@mantine/core';
import {
  computeTransfer,
  PARTNER_KIND_LABELS,
  type PaymentAttempt,
  paymentAttemptRoutes,
} from '@referral-dashboard/api-contract';
import classes from '@/entities/payment/payment.module.css';
import { formatMethod } from '@/entities/requisites/format-method.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { BreakableText } from '@/shared/format/breakable-text/breakable-text.tsx';
import { formatMoney } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { Fact, Facts } from '@/shared/ui/facts.tsx';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { formatEvent, formatFile, getUnknownText } from './attempt-texts.ts';

/** What went out with each approval of a payment, and what became of it, oldest first. */
export function PaymentAttempts({ id }: { id: string }) {
  const { data, error, refetch } = useApiQuery(paymentAttemptRoutes.paymentAttempts, { params: { id } });
  return (
    <section className={classes['panel']} aria-label="Попытки">
      <Title order={2}>Попытки</Title>
      {data ? (
        data.results.map((attempt) => <Attempt key={attempt.attempt} attempt={attempt} />)
      ) : error ? (
        <PartProblem error={error} title="Попытки не загрузились" onRetry={() => void refetch()} />
      ) : (
        <TextSkeleton lines={6} label="Попытки загружаются" />
      )}
    </section>
  );
}

function Attempt({ attempt }: { attempt: PaymentAttempt }) {
  const { formatMoment } = useDates();
  const { method, purpose, payee_kind, payee_inn, accruals, events, files } = attempt;
  const { amount_kop, tax_kop } = attempt;
  return (
    <div className={classes['attempt']}>
      <div>
        <Text fw={600}>Попытка {attempt.attempt}</Text>
        <Text size="sm" c="dimmed">
          {['Утверждена', formatMoment(attempt.approved_at)].join(' ')}
          {attempt.approved_by !== null && `, ${attempt.approved_by}`}
        </Text>
      </div>
      <Facts labelWidth={128}>
        <Fact label="Сумма">{formatMoney(amount_kop)}</Fact>
        {tax_kop > 0 && (
          <>
            <Fact label="НДФЛ">{formatMoney(tax_kop)}</Fact>
            <Fact label="К перечислению">{formatMoney(computeTransfer(attempt))}</Fact>
          </>
        )}
        <Fact label="Начислений">{accruals ?? getUnknownText(attempt, 'accruals')}</Fact>
        <Fact label="Куда">{method ? formatMethod(method.label) : getUnknownText(attempt, 'method')}</Fact>
        <Fact label="Получатель">{method?.payee}</Fact>
        <Fact label="Счет">{method?.account && <BreakableText>{method.account}</BreakableText>}</Fact>
        <Fact label="БИК">{method?.bik}</Fact>
        <Fact label="Назначение">{purpose ?? getUnknownText(attempt, 'purpose')}</Fact>
        <Fact label="Вид партнера">
          {payee_kind === null ? getUnknownText(attempt, 'payee_kind') : PARTNER_KIND_LABELS[payee_kind]}
        </Fact>
        <Fact label="ИНН партнера">{payee_inn ?? getUnknownText(attempt, 'payee_inn')}</Fact>
        <Fact label="Файлы">
          {files.length > 0 && (
            <Stack gap="xs">
              {files.map((file) => (
                <div key={file.id}>
                  <Text>{formatFile(file)}</Text>
                  <Text size="sm" c="dimmed">
                    {['Скачан', formatMoment(file.at)].join(' ')}
                    {file.by !== null && `, ${file.by}`}
                  </Text>
                </div>
              ))}
            </Stack>
          )}
        </Fact>
      </Facts>
      <List spacing="xs" listStyleType="none" aria-label={`Что стало с попыткой ${attempt.attempt}`}>
        {events.map((event, index) => (
          <List.Item key={index}>
            <Text>{formatEvent(event)}</Text>
            {event.reason !== '' && <Text>Причина: {event.reason}</Text>}
            <Text size="sm" c="dimmed">
              {[formatMoment(event.at), event.by].filter(Boolean).join(', ')}
            </Text>
          </List.Item>
        ))}
      </List>
    </div>
  );
}
