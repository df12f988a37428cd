import type { ReportedSale, SaleRefund } from '@referral-dashboard/api-contract';
import { toAuthor } from '../../../audit/index.ts';
import { saleNumber } from '../../../database/rules/numbers.ts';
import {
  type AppliedEvent,
  findRepeated,
  noteOtherBodies,
  storeEvents,
} from '../../../integrations/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { Staff } from '../../../platform/http/viewer.ts';
import { enterSales } from './new-sales.ts';

/** The result of a sale: without a number it waits for its client. */
type Entered = { id: string; number: string | null };
type Path = (index: number) => string;

const toKnown = (sale: ReportedSale) => ({ externalId: sale.external_id ?? null, body: sale });

/** The event of a sale that another system reported. */
export const toSaleEvent = (sale: ReportedSale, { id, number }: Entered): AppliedEvent => ({
  kind: 'sale',
  ...toKnown(sale),
  objectKey: `sale:${sale.external_id ?? id}`,
  occurred: sale.paid_on,
  ...(number === null ? { waitingSaleId: id } : { saleId: id }),
});

/** The event of a refund that another system reported. */
export const toRefundEvent = (
  saleId: string,
  refund: SaleRefund & { external_id?: string },
  id: string,
): AppliedEvent => ({
  kind: 'refund',
  externalId: refund.external_id ?? null,
  objectKey: `sale:${saleId}`,
  occurred: refund.paid_on,
  body: { sale: saleId, ...refund },
  saleId: id,
});

/**
 * Enters the sales of a user or of an API key. A sale that the key sent before with the same content is not entered again: the result is the
 * sale that was entered then.
 */
export async function enterReported(
  trx: Db,
  staff: Staff,
  clock: Clock,
  sales: readonly ReportedSale[],
  path?: Path,
): Promise<Entered[]> {
  const { organizationId } = staff;
  const entry = { organizationId, clock, ...toAuthor(staff) };
  if (staff.apiKeyId === undefined) return enterSales(trx, entry, sales, path);
  const repeated = await findEntered(trx, organizationId, sales);
  const fresh = sales.flatMap((sale, index) =>
    repeated.has(sale.external_id ?? '') ? [] : [{ sale, index }],
  );
  const entered = await enterSales(
    trx,
    { ...entry, source: 'api' },
    fresh.map(({ sale }) => sale),
    path && ((at) => path(fresh[at]?.index ?? 0)),
  );
  const results = new Map(fresh.map(({ index }, at) => [index, entered[at]]));
  const events = fresh.flatMap(({ sale }, at) => {
    const result = entered[at];
    return result === undefined ? [] : [toSaleEvent(sale, result)];
  });
  await storeEvents(trx, { organizationId, channel: 'api', at: clock() }, events);
  return sales.flatMap(
    ({ external_id }, index) => results.get(index) ?? repeated.get(external_id ?? '') ?? [],
  );
}

/** Returns the sales that were entered before by the same events, by external id. */
async function findEntered(trx: Db, organizationId: string, sales: readonly ReportedSale[]) {
  const made = [...(await findRepeated(trx, organizationId, 'sale', sales.map(toKnown)))];
  const ids = made.flatMap(([, { sale_id }]) => sale_id ?? []);
  const rows =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('sales')
          .select(['id', 'number'])
          .where('organization_id', '=', organizationId)
          .where('id', 'in', ids)
          .execute();
  const numbers = new Map(rows.map(({ id, number }) => [id, saleNumber(number)]));
  return new Map<string, Entered>(
    made.flatMap(([externalId, { sale_id, waiting_sale_id }]) => {
      const id = sale_id ?? waiting_sale_id;
      return id === null ? [] : [[externalId, { id, number: numbers.get(id) ?? null }]];
    }),
  );
}

/** Runs a call, and records for a refused call of an API key which of its sales were received before with other content. */
export async function notingOtherContent<Result>(
  db: Db,
  staff: Staff,
  sales: readonly ReportedSale[],
  clock: Clock,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ApiError && staff.apiKeyId !== undefined)
      await noteOtherBodies(db, staff.organizationId, 'sale', sales.map(toKnown), clock());
    throw error;
  }
}
