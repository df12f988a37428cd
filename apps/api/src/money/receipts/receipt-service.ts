import { z } from 'zod';

const TIMEOUT_MS = 30_000;

/** Result of a request: the content of a receipt with nulls for absent fields, a missing receipt, or no response. */
export type ReceiptResponse =
  | { kind: 'read'; amountKop: number | null; at: Date | null; isAnnulled: boolean }
  | { kind: 'missing' }
  | { kind: 'down' };

/** Reads a receipt from the tax service. Never throws. */
export type ReadReceipt = (inn: string, number: string, signal: AbortSignal) => Promise<ReceiptResponse>;

/** The field names are not confirmed: see docs/decisions/0016-taxes-and-acts.md. Absent fields are not compared. */
const content = z.object({
  totalAmount: z.coerce.number().nullish().catch(null),
  operationTime: z.coerce.date().nullish().catch(null),
  cancellationInfo: z.unknown().optional(),
});

/** @param url address of the service without a path: `https://lknpd.nalog.ru`. */
export const createReceiptService =
  (url: string, fetch: typeof globalThis.fetch): ReadReceipt =>
  async (inn, number, signal) => {
    try {
      const response = await fetch(new URL(`/api/v1/receipt/${inn}/${number}/json`, url), {
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      if (response.status === 404) return { kind: 'missing' };
      if (response.status !== 200) return { kind: 'down' };
      const { totalAmount, operationTime, cancellationInfo } = content.parse(await response.json());
      return {
        kind: 'read',
        amountKop: typeof totalAmount === 'number' ? Math.round(totalAmount * 100) : null,
        at: operationTime ?? null,
        isAnnulled: typeof cancellationInfo === 'object' && cancellationInfo !== null,
      };
    } catch {
      return { kind: 'down' };
    }
  };
