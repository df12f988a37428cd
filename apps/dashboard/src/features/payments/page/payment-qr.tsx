import { Button, Stack, Text } from '@mantine/core';
import {
  computeUntransferred,
  keptFileRoutes,
  type Payment,
  paymentRoutes,
} from '@referral-dashboard/api-contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { buildQueryKey, useApiQuery } from '@/shared/api/use-api-query.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { Dialog } from '@/shared/ui/dialog/dialog.tsx';
import { QrImage } from '@/shared/ui/qr-image.tsx';

const SIZE = 280;

/** QR code that fills in the transfer in a banking app. */
export function PaymentQr({ payment }: { payment: Payment }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <PermissionGate call="paymentQr">
      <Button variant="default" w="fit-content" onClick={() => setOpen(true)}>
        Код для оплаты
      </Button>
      {isOpen && <QrDialog payment={payment} onClose={() => setOpen(false)} />}
    </PermissionGate>
  );
}

function QrDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { id, number } = payment;
  const { data: svg, error } = useApiQuery(paymentRoutes.paymentQr, { params: { id } }, { isReadOnce: true });
  const client = useQueryClient();
  useEffect(() => {
    if (svg === undefined) return;
    // The code is recorded as a download.
    for (const [route, exact] of [
      [paymentRoutes.payment, true],
      [keptFileRoutes.paymentDownloads, false],
    ] as const)
      void client.invalidateQueries({ queryKey: buildQueryKey(route, { params: { id } }), exact });
  }, [client, id, svg]);
  const failure = error && explainError(error, 'Код не загрузился').alert;
  return (
    <Dialog opened onClose={onClose} title="Код для оплаты" size={400}>
      <Stack align="center" gap="md">
        <QrImage svg={svg} failure={failure} alt={`Код для оплаты ${number}`} size={SIZE} />
        <Text fw={600}>{formatMoney(computeUntransferred(payment))}</Text>
        <Text c="dimmed" ta="center">
          Отсканируйте в приложении банка: реквизиты, сумма и назначение заполнятся сами. Коды на счета
          физических лиц принимают не все банки.
        </Text>
      </Stack>
    </Dialog>
  );
}
