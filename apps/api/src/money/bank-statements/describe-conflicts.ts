import { computeTransfer, stateMachines } from '@referral-dashboard/api-contract';
import { formatRubles } from '../../platform/russian-format.ts';
import { type Part, sumMarks } from './document-parts.ts';

/** Returns how a bank document differs from its payment, in Russian. */
export function describeConflicts({
  payment: { row },
  amount_kop,
  rest_kop,
  before_kop,
  marks,
}: Part): string[] {
  const due_kop = computeTransfer(row);
  if (marks.length > 0) {
    const marked_kop = sumMarks(marks);
    if (rest_kop > 0)
      return [
        `Банк перевел ${formatRubles(amount_kop)}, вручную отмечено ${formatRubles(marked_kop)}: лишнее — долг партнера.`,
      ];
    return amount_kop === marked_kop
      ? []
      : [
          `Документ подтвердил ${formatRubles(amount_kop)} из отмеченных вручную ${formatRubles(marked_kop)}.`,
        ];
  }
  switch (row.status) {
    case 'canceled':
      return [`Выплата отменена, а банк перевел ${formatRubles(amount_kop)}. Это долг партнера.`];
    case 'requested':
    case 'draft':
      return [
        `Выплата не утверждена, а банк перевел ${formatRubles(amount_kop)}. Утвердите ее, и перевод засчитается. Если отменить, он станет долгом партнера.`,
      ];
    case 'returned':
      return [`Банк вернул эту выплату, а потом перевел ${formatRubles(amount_kop)}. Это долг партнера.`];
    case 'paid':
      if (before_kop + rest_kop <= due_kop)
        return [`Банк снова перевел ${formatRubles(rest_kop)} из возвращенного по выплате.`];
      return [`Лишний перевод по выплате: ${formatRubles(rest_kop)}. Это долг партнера.`];
    default: {
      const total_kop = before_kop + rest_kop;
      const isFailed = row.status === 'failed';
      const failed = `Выплата была в статусе «${stateMachines.payment.labels.failed}».`;
      if (total_kop < due_kop) {
        const left = formatRubles(due_kop - total_kop);
        return [
          `Банк перевел ${formatRubles(total_kop)} из ${formatRubles(due_kop)}. ${
            isFailed
              ? `${failed} Повторите ее, чтобы перевести остальные ${left}.`
              : `Осталось перевести ${left}.`
          }`,
        ];
      }
      return [
        ...(isFailed ? [failed] : []),
        ...(total_kop > due_kop
          ? [
              `Банк перевел ${formatRubles(total_kop)}, к перечислению было ${formatRubles(due_kop)}: лишнее — долг партнера.`,
            ]
          : []),
      ];
    }
  }
}
