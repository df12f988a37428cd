import { Button } from '@mantine/core';
import { receiptRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { toPartners } from './reminder-texts.ts';

const RemindDialog = lazy(() => import('./remind-dialog.tsx'));

/** Button that names how many partners a reminder reaches now, and opens its confirmation. Hidden while no receipt is missing. */
export function RemindButton() {
  const { data } = useApiQuery(receiptRoutes.receiptReminders, {}, { isLive: true });
  const [isOpen, setOpen] = useState(false);
  if (data === undefined) return null;
  const { remindable, reminded_today, without_sign_in } = data;
  const isNeeded = remindable.count + reminded_today.count + without_sign_in.count > 0;
  return (
    <>
      {isNeeded && (
        <Button variant={remindable.count > 0 ? 'filled' : 'default'} onClick={() => setOpen(true)}>
          {remindable.count > 0 ? `Напомнить: ${toPartners(remindable)}` : 'Кому напомнить'}
        </Button>
      )}
      <Suspense fallback={null}>
        {isOpen && <RemindDialog reminders={data} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
