import { Text } from '@mantine/core';
import { computeCommission, type Lead, programRoutes, SALE_CLIENTS } from '@referral-dashboard/api-contract';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatMoney } from '@/shared/format/money.ts';

type RewardPreviewProps = { lead: Lead; dealAmountKop: number | null };

/** Estimated reward for a deal under the current terms of the program. */
export function RewardPreview({ lead, dealAmountKop }: RewardPreviewProps) {
  const { data: program } = useApiQuery(programRoutes.program, { params: { id: lead.program.id } });
  const rule = program?.reward;
  // A tiered reward depends on all earlier leads of the partner, so only the server can compute it.
  if (!rule || rule.kind === 'tiered' || lead.partner === null || !dealAmountKop) return null;
  const deal = { deal_amount_kop: dealAmountKop, rewarded_before: 0, link: lead.link?.id };
  const [sum, sumForKnown] = SALE_CLIENTS.map((client) => computeCommission(rule, { ...deal, client }));
  // Only the server knows whether it is the first purchase of the client.
  if (sum === undefined || sum !== sumForKnown) return null;
  return (
    <Text role="status">
      По нынешним условиям программы партнер получит <b>{formatMoney(sum)}</b>
    </Text>
  );
}
