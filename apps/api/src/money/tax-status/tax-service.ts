import { z } from 'zod';

/** The service can take a minute to respond. */
const TIMEOUT_MS = 70_000;

/** Result of a check: a status, a permanent refusal, a rate limit, or no valid response. */
export type TaxResponse =
  | { kind: 'answered'; isPayer: boolean }
  | { kind: 'refused'; problem: string }
  | { kind: 'busy' }
  | { kind: 'down'; problem: string };

/** Checks whether a person pays the tax on professional income on a Moscow day. Never throws. */
export type TaxService = (inn: string, day: string, signal: AbortSignal) => Promise<TaxResponse>;

const statusSchema = z.object({ status: z.boolean() });
const refusalSchema = z.object({ code: z.string(), message: z.string().catch('') });

const DOWN = 'Сервис налоговой не отвечает.';

/**
 * Creates a client of the tax service that checks the status of self-employed persons.
 *
 * Source: docs/decisions/0016-taxes-and-acts.md
 *
 * @param url address of the service without a path: `https://statusnpd.nalog.ru`.
 */
export const createTaxService =
  (url: string, fetch: typeof globalThis.fetch): TaxService =>
  async (inn, day, signal) => {
    try {
      const response = await fetch(new URL('/api/v1/tracker/taxpayer_status', url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ inn, requestDate: day }),
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      const body: unknown = await response.json();
      if (response.status === 200) return { kind: 'answered', isPayer: statusSchema.parse(body).status };
      if (response.status !== 422) return { kind: 'down', problem: DOWN };
      const { code } = refusalSchema.parse(body);
      if (code === 'taxpayer.status.service.limited.error') return { kind: 'busy' };
      if (code === 'validation.failed') return { kind: 'refused', problem: 'Налоговая не приняла ИНН.' };
      return { kind: 'down', problem: DOWN };
    } catch {
      return { kind: 'down', problem: DOWN };
    }
  };
