import { Alert, Button, Menu } from '@mantine/core';
import { type ActFormat, actRoutes } from '@referral-dashboard/api-contract';
import type { ActDetails } from '@/entities/act/act.ts';
import { buildPath, buildQueryString } from '@/shared/api/call.ts';
import { useDownload } from '@/shared/list/export/use-download.ts';
import { IconDownload } from '@/shared/ui/icons.ts';

export function ActFile({ act: { id, number } }: { act: ActDetails }) {
  const { start, bytes, failure, clearFailure } = useDownload();
  const downloadAs = (format: ActFormat) =>
    void start(
      `${buildPath(actRoutes.actFile, { params: { id } })}?${buildQueryString({ query: { format } })}`,
      `act-${number}.${format}`,
    );
  return (
    <>
      <Menu position="bottom-start" shadow="sm" onOpen={clearFailure}>
        <Menu.Target>
          <Button
            variant="default"
            loading={bytes !== null}
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          >
            Скачать
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => downloadAs('pdf')}>Документ для печати (PDF)</Menu.Item>
          <Menu.Item onClick={() => downloadAs('xlsx')}>Таблица Excel (XLSX)</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {failure && (
        <Alert role="alert" color="red" title={failure.title} w="100%">
          {failure.advice}
        </Alert>
      )}
    </>
  );
}
