import { Button } from '@mantine/core';
import { waitingSaleRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatNumber } from '@/shared/format/count.ts';

const WaitingDialog = lazy(() => import('./waiting-dialog.tsx'));

/** Opens the sales of unknown clients. Shown only when there are any. */
export function WaitingButton() {
  const [isOpen, setOpen] = useState(false);
  const { data } = useApiQuery(waitingSaleRoutes.waitingSaleCount, {});
  return (
    <>
      {data && data.count > 0 && (
        <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setOpen(true)}>
          Не сопоставлено {formatNumber(data.count)}
        </Button>
      )}
      <Suspense fallback={null}>{isOpen && <WaitingDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
