import { Text } from '@mantine/core';
import {
  type Blocker,
  type Partner,
  type PayoutReadiness,
  paymentRoutes,
} from '@referral-dashboard/api-contract';
import { Blockers } from '@/entities/payment/blockers.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import classes from './partner-card.module.css';

export const usePayoutReadiness = (id: string) =>
  useApiQuery(paymentRoutes.payoutReadiness, { params: { id } });

/**
 * Whether a blocker says more than the status and the final payment of the card. Without a sum, only an active partner is going to be
 * paid, and its sum is not compared with the minimum.
 */
function isInformative({ code }: Blocker, { available_kop }: PayoutReadiness, { status }: Partner): boolean {
  if (code === 'partner_inactive') return false;
  if (code === 'below_minimum') return available_kop < 0 || (available_kop > 0 && status === 'active');
  return available_kop !== 0 || status === 'active';
}

type PaymentBlockersProps = { partner: Partner; read: ReturnType<typeof usePayoutReadiness> };

/** Reasons that block the payment of the partner, each with its action. */
export function PaymentBlockers({ partner, read: { data, error, refetch } }: PaymentBlockersProps) {
  if (error && !data)
    return (
      <PartProblem
        error={error}
        title="Не удалось узнать, можно ли заплатить"
        onRetry={() => void refetch()}
      />
    );
  const blockers = data?.blockers.filter((blocker) => isInformative(blocker, data, partner)) ?? [];
  if (!data || blockers.length === 0) return null;
  return (
    <section aria-labelledby="payment-blockers" className={classes['blockers']}>
      <Text span c="dimmed" id="payment-blockers">
        Пока нельзя заплатить:
      </Text>
      <Blockers partnerId={partner.id} readiness={{ ...data, blockers }} />
    </section>
  );
}
