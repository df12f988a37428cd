import { Button } from '@mantine/core';
import { waitingSaleRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense } from 'react';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatNumber } from '@/shared/format/count.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { WAITING_PARAM } from '@/shared/paths.ts';

const WaitingDialog = lazy(() => import('./waiting-dialog.tsx'));

/** Opens the sales of unknown clients, as a parameter of the URL does. Shown only when there are any. */
export function WaitingButton() {
  const { get, change } = useAddress();
  const { data } = useApiQuery(waitingSaleRoutes.waitingSaleCount, {});
  return (
    <>
      {data && data.count > 0 && (
        <Button
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => change({ [WAITING_PARAM]: 'true' })}
        >
          Не сопоставлено {formatNumber(data.count)}
        </Button>
      )}
      <Suspense fallback={null}>
        {get(WAITING_PARAM) !== '' && <WaitingDialog onClose={() => change({ [WAITING_PARAM]: null })} />}
      </Suspense>
    </>
  );
}
