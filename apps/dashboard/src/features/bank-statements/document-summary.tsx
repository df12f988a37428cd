import { Text } from '@mantine/core';
import type { BankDocument } from '@referral-dashboard/api-contract';
import { formatMethod } from '@/entities/requisites/format-method.ts';
import { formatDate } from '@/shared/format/date.ts';

/** Number, day, other party and purpose of a bank document, with the reasons why its match is doubtful. */
export const DocumentSummary = ({
  document: { is_return, number, day, payee, purpose, reasons },
}: {
  document: BankDocument;
}) => (
  <>
    {is_return && 'Возврат банком '}№ {number}, {formatDate(day)}
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'break-word' }}>
      {formatMethod([payee, purpose].filter(Boolean).join('. '))}
    </Text>
    {reasons.map((reason) => (
      <Text key={reason} size="xs" fw={600}>
        {formatMethod(reason)}
      </Text>
    ))}
  </>
);
