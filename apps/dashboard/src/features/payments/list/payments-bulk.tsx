import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { PAYMENT_NOUN } from '@/entities/payment/payment.ts';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { formatCount } from '@/shared/format/count.ts';
import { type BulkProps, SelectionBar } from '@/shared/list/selection/selection-bar.tsx';

const FormRegistries = lazy(() => import('@/entities/payment/form-registries-dialog.tsx'));

/** Bulk action that collects the selected payments into a registry, which is then approved and paid as a whole. */
export function PaymentsBulk({ selection }: BulkProps) {
  const [isForming, setForming] = useState(false);
  const { target, count } = selection;
  return (
    <>
      <SelectionBar selection={selection}>
        <PermissionGate call="createRegistry">
          <Button onClick={() => setForming(true)}>В реестр</Button>
        </PermissionGate>
      </SelectionBar>
      <Suspense fallback={null}>
        {isForming && target.ids && (
          <FormRegistries
            target={{ payments: target.ids }}
            summary={formatCount(count, PAYMENT_NOUN)}
            onDone={selection.clear}
            onClose={() => setForming(false)}
          />
        )}
      </Suspense>
    </>
  );
}
