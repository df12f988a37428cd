import { Alert, Checkbox } from '@mantine/core';
import type { LastDownload } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { formatCount } from '@/shared/format/count.ts';
import type { Dates } from '@/shared/format/date.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { PAYMENT_NOUN } from '../payment.ts';

/** State of the statement that the bank did not get a downloaded file. It is required when there is a download. */
export function useFileConfirmation(last: LastDownload) {
  const [isTicked, setTicked] = useState(false);
  const [isMissing, setMissing] = useState(false);
  return {
    /** Part of the request body. */
    body: last !== null && isTicked ? { file_not_uploaded: true as const } : {},
    /** Returns whether the statement is given or not needed. If not, shows an error at the checkbox. */
    validate() {
      setMissing(last !== null && !isTicked);
      return last === null || isTicked;
    },
    field: {
      last,
      isTicked,
      isMissing: isMissing && !isTicked,
      onChange: setTicked,
    },
  };
}

type FileConfirmationProps = ReturnType<typeof useFileConfirmation>['field'] & {
  /** Number of payments in the file, when there are several. */
  payments?: number | undefined;
};

/** Warns that a bank file was downloaded, with the checkbox that confirms the cancellation. Renders nothing without a download. */
export function FileConfirmation({
  last,
  isTicked,
  isMissing,
  onChange,
  payments = 1,
}: FileConfirmationProps) {
  const dates = useDates();
  if (last === null) return null;
  return (
    <>
      <Alert color="amber">{describeDownload(last, payments, dates)}</Alert>
      <Checkbox
        label="Файл не загружен в банк"
        checked={isTicked}
        error={isMissing && 'Отметьте, если это так. Иначе дождитесь ответа банка'}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </>
  );
}

function describeDownload(
  { at, by }: NonNullable<LastDownload>,
  payments: number,
  { dayAt, formatMoment, formatTime }: Dates,
): string {
  const isToday = dayAt(Date.parse(at)) === dayAt(Date.now());
  const parts = [
    `Файл скачан ${isToday ? formatTime(at) : formatMoment(at)}`,
    by,
    payments > 1 && `в нем ${formatCount(payments, PAYMENT_NOUN)}`,
  ];
  return `${parts.filter(Boolean).join(', ')}; отмените, только если он не загружен в банк`;
}
