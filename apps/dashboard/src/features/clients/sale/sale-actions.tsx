import { Menu } from '@mantine/core';
import type { Sale } from '@referral-dashboard/api-contract';
import { lazy, Suspense } from 'react';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { useDraftDialog } from '@/shared/drafts/use-draft-dialog.ts';
import { MoreMenu } from '@/shared/ui/dropdown/more-menu.tsx';
import { getRefundable, getRefundDraftKey, getSaleDraftKey } from './sale.ts';

const EditSaleDialog = lazy(() => import('./edit-sale-dialog.tsx'));
const RefundDialog = lazy(() => import('./refund-dialog.tsx'));

/** Menu of a sale. Refunds and canceled sales cannot be changed. An open dialog stays when a colleague cancels the sale meanwhile. */
export function SaleActions({ sale }: { sale: Sale }) {
  const editing = useDraftDialog(getSaleDraftKey(sale));
  const refund = useDraftDialog(getRefundDraftKey(sale));
  const isFinal = sale.refund_of !== null || sale.canceled_at !== null;
  const canEdit = useIsPermitted('updateSale') && !isFinal;
  const canRefund = useIsPermitted('refundSale') && !isFinal && getRefundable(sale) > 0;
  return (
    <>
      {(canEdit || canRefund) && (
        <MoreMenu label={`Действия: ${sale.number}`} isQuiet>
          {canEdit && <Menu.Item onClick={editing.open}>Изменить</Menu.Item>}
          {canRefund && <Menu.Item onClick={refund.open}>Записать возврат</Menu.Item>}
        </MoreMenu>
      )}
      <Suspense fallback={null}>
        {editing.isOpen && <EditSaleDialog sale={sale} onClose={editing.close} />}
        {refund.isOpen && <RefundDialog sale={sale} onClose={refund.close} />}
      </Suspense>
    </>
  );
}
