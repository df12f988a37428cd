import { Button, Text } from '@mantine/core';
import { CRM_LABELS, type CrmKind } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import rows from '@/shared/ui/row-list.module.css';

const ConnectDialog = lazy(() => import('./dialogs/connect-dialog.tsx'));

/** A CRM that is not connected. */
export function OfferRow({ kind }: { kind: CrmKind }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className={rows['row']}>
      <div className={rows['name']}>{CRM_LABELS[kind]}</div>
      <Text size="sm" c="dimmed" className={rows['cell']}>
        Не подключена
      </Text>
      <div className={rows['cell']} />
      <div className={rows['menu']}>
        <Button
          variant="default"
          aria-label={`Подключить ${CRM_LABELS[kind]}`}
          onClick={() => setIsOpen(true)}
        >
          Подключить
        </Button>
      </div>
      <Suspense fallback={null}>
        {isOpen && <ConnectDialog kind={kind} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </li>
  );
}
