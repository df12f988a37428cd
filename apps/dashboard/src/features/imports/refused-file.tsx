import { Button } from '@mantine/core';
import { importRoutes } from '@referral-dashboard/api-contract';
import { buildPath } from '@/shared/api/call.ts';
import { useDownload } from '@/shared/list/export/use-download.ts';
import { ActionError } from '@/shared/ui/form/action-error.tsx';
import { IconDownload } from '@/shared/ui/icons.ts';

/** Button that downloads the refused rows with the causes, to correct and upload them again. */
export function RefusedFile({ id }: { id: string }) {
  const { start, bytes, failure } = useDownload();
  return (
    <>
      <Button
        variant="default"
        loading={bytes !== null}
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        onClick={() =>
          void start(buildPath(importRoutes.refusedRows, { params: { id } }), 'Не загружены.csv')
        }
      >
        Скачать строки с ошибками
      </Button>
      <ActionError failure={failure} />
    </>
  );
}
