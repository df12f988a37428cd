import { bankDocumentRoutes, bankStatementRoutes } from '@referral-dashboard/api-contract';
import { CHANGED_BY_MONEY } from '@/entities/payment/payment.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';

/** Data that a decision about a bank document changes. */
export const CHANGED_BY_BANK = [
  ...CHANGED_BY_MONEY,
  bankStatementRoutes.bankStatements,
  bankDocumentRoutes.listedBankDocuments,
];

type DocumentFilter = {
  match?: readonly ('exact' | 'doubtful')[];
  state: readonly ('proposed' | 'dismissed')[];
};

/** Loads up to 100 documents of a statement. */
export const useBankDocuments = (id: string, filter: DocumentFilter, cursor?: string) =>
  useApiQuery(
    bankStatementRoutes.bankDocuments,
    {
      params: { id },
      query: {
        ...(filter.match && { match: [...filter.match] }),
        state: [...filter.state],
        cursor,
        page_size: '100',
      },
    },
    { keepPrevious: true },
  );
