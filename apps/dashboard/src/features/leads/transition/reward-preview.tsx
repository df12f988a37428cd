import { Text } from '@mantine/core';
import { computeCommission, type Lead, programRoutes } from '@referral-dashboard/api-contract';
import { useRead } from '../../../shared/api/use-read.ts';
import { formatMoney } from '../../../shared/format/money.ts';

type RewardPreviewProps = { lead: Lead; dealAmountKop: number | null };

/** Reward of the partner for the deal, by the program's terms of today. */
export function RewardPreview({ lead, dealAmountKop }: RewardPreviewProps) {
  const { data: program } = useRead(programRoutes.program, { params: { id: lead.program.id } });
  const rule = program?.reward;
  // What a tier gives depends on all the partner's leads before: the server alone can tell.
  if (!rule || rule.kind === 'tiered' || lead.partner === null || !dealAmountKop) return null;
  const sum = computeCommission(rule, { deal_amount_kop: dealAmountKop, rewarded_before: 0 });
  return (
    <Text role="status">
      По нынешним условиям программы партнер получит <b>{formatMoney(sum)}</b>
    </Text>
  );
}
