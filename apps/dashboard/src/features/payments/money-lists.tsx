import type { Role } from '@referral-dashboard/api-contract';
import { lazy, type ReactNode, useMemo } from 'react';
import { List } from '../../shared/list/list.tsx';
import { useAddress } from '../../shared/list/use-address.ts';
import { accrualList } from './accrual-list.tsx';
import { addressOfPayment } from './payment.ts';
import { paymentList } from './payment-list.tsx';

const AccrualPanel = lazy(() => import('./accrual-panel.tsx'));

type MoneyListProps = { viewer: Role; above: ReactNode; actions?: ReactNode };

/** Payments in every state. */
export function PaymentList({ viewer, ...slots }: MoneyListProps) {
  const { params } = useAddress();
  const definition = useMemo(
    () => paymentList(viewer, (id) => addressOfPayment(params, id)),
    [viewer, params],
  );
  return <List key="payments" of={definition} {...slots} />;
}

/** Accruals in every state; each opens in the panel. */
export function AccrualList({ viewer, ...slots }: MoneyListProps) {
  const definition = useMemo(() => accrualList(viewer), [viewer]);
  return <List key="accruals" of={definition} panel={AccrualPanel} {...slots} />;
}
