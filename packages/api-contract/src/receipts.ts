/** States of a receipt that a self-employed partner owes for a payment. */
export const RECEIPT_STATUSES = ['awaited', 'received', 'mismatched', 'annulled'] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];
export const RECEIPT_STATUS_LABELS = {
  awaited: 'Ожидается',
  received: 'Получен',
  mismatched: 'Не сходится',
  annulled: 'Аннулирован',
} as const satisfies Record<ReceiptStatus, string>;
