import { type LeadStatus, type LeadTransition, reasonProblems } from '@referral-dashboard/api-contract';
import type { Selectable } from 'kysely';
import type { LeadsTable } from '../../../database/tables/leads.ts';
import type { Db } from '../../../platform/db/db.ts';
import { invalid } from '../../../platform/errors.ts';
import { saleAmountProblem } from '../../clients/sales/refunds.ts';
import { salesRepo } from '../../clients/sales/sales.repo.ts';
import type { leadsRepo } from '../leads.repo.ts';

type Row = Selectable<LeadsTable>;
type Sale = NonNullable<Awaited<ReturnType<ReturnType<typeof salesRepo>['ofLead']>>>;

/** A transition. Without `version` it applies to any version; with `from` only to leads in that status. Default of `at`: now. */
export type RequestedTransition = Omit<LeadTransition, 'version'> & {
  version?: number;
  from?: LeadStatus | undefined;
  at?: Date;
};
type ReadKind = (ruleId: string) => ReturnType<ReturnType<typeof leadsRepo>['ruleKind']>;
type Input = Omit<RequestedTransition, 'version' | 'from' | 'at'>;

/** @throws ApiError 400 for a missing or unsuitable reason, and for a deal without an amount. */
export async function checkInput(row: Row, input: Input, readKind: ReadKind) {
  const amount = await amountProblem(row, input, readKind);
  const problems = {
    ...reasonProblems({ ...input, from: row.status }),
    ...(amount !== undefined && { deal_amount_kop: [amount] }),
  };
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

/** The sales of leads by the id of the lead. */
export const findSales = async (trx: Db, organizationId: string, leadIds: readonly string[]) =>
  leadIds.length === 0 ? new Map<string, Sale>() : salesRepo(trx, organizationId).ofLeads(leadIds);

/** @throws ApiError 400 when the sale of the lead cannot have the new deal amount. */
export function checkSale(sale: Sale | undefined, amountKop: number | null) {
  const problem = saleAmountProblem(sale, amountKop);
  if (problem !== undefined) throw invalid({ deal_amount_kop: [problem] });
}

async function amountProblem(row: Row, { to, deal_amount_kop }: Input, readKind: ReadKind) {
  if (to !== 'won') return deal_amount_kop === undefined ? undefined : 'Сумма указывается только для сделки.';
  if (deal_amount_kop !== undefined || row.deal_amount_kop !== null) return undefined;
  return (await readKind(row.reward_rule_id ?? '')) === 'percent'
    ? 'Укажите сумму сделки: от нее зависит вознаграждение.'
    : undefined;
}
