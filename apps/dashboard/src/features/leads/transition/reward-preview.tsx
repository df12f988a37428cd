import { Text } from '@mantine/core';
import { computeCommission, type Lead, programRoutes } from '@referral-dashboard/api-contract';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatMoney } from '@/shared/format/money.ts';

type RewardPreviewProps = { lead: Lead; dealAmountKop: number | null };

/** Estimated reward for a deal under the current terms of the program. */
export function RewardPreview({ lead, dealAmountKop }: RewardPreviewProps) {
  const { data: program } = useApiQuery(programRoutes.program, { params: { id: lead.program.id } });
  const rule = program?.reward;
  // A tiered reward depends on all earlier leads of the partner, so only the server can compute it.
  if (!rule || rule.kind === 'tiered' || lead.partner === null || !dealAmountKop) return null;
  const sum = computeCommission(rule, { deal_amount_kop: dealAmountKop, rewarded_before: 0 });
  return (
    <Text role="status">
      По нынешним условиям программы партнер получит <b>{formatMoney(sum)}</b>
    </Text>
  );
}
