import { Alert, Button, Menu } from '@mantine/core';
import { bankFileRoutes, type RegistryFormat, registryRoutes } from '@referral-dashboard/api-contract';
import { useBankFile } from '@/entities/payment/bank/use-bank-file.ts';
import { buildPath, buildQueryString } from '@/shared/api/call.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { IconDownload } from '@/shared/ui/icons.ts';
import type { RegistryDetails } from './registry.ts';

/** Download of a registry as a bank file, in the formats and templates of its payment rail. */
export function RegistryFile({
  registry: { id, kind, number },
  isMain,
}: {
  registry: RegistryDetails;
  isMain: boolean;
}) {
  const { data: settings } = useApiQuery(bankFileRoutes.bankFiles, {});
  const { start, bytes, failure, clearFailure } = useBankFile();
  const downloadAs = (format: RegistryFormat, template?: string) =>
    void start(
      `${buildPath(registryRoutes.registryFile, { params: { id } })}?${buildQueryString({ query: { format, template } })}`,
      `registry-${number}.${format === '1c' ? 'txt' : format}`,
    );
  const templates = settings?.templates.filter(({ rail }) => rail === kind) ?? [];
  if (kind === 'card') return null;
  return (
    <>
      <Menu position="bottom-start" shadow="sm" onOpen={clearFailure}>
        <Menu.Target>
          <Button
            variant={isMain ? 'filled' : 'default'}
            loading={bytes !== null}
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          >
            Файл для банка
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {kind === 'bank_account' && (
            <Menu.Item onClick={() => downloadAs('1c')}>Платежные поручения (1С)</Menu.Item>
          )}
          {templates.length === 0 ? (
            <>
              <Menu.Item onClick={() => downloadAs('xlsx')}>Таблица Excel (XLSX)</Menu.Item>
              <Menu.Item onClick={() => downloadAs('csv')}>Текст с разделителями (CSV)</Menu.Item>
            </>
          ) : (
            templates.flatMap(({ name }) => [
              <Menu.Item key={`${name} xlsx`} onClick={() => downloadAs('xlsx', name)}>
                «{name}», Excel
              </Menu.Item>,
              <Menu.Item key={`${name} csv`} onClick={() => downloadAs('csv', name)}>
                «{name}», CSV
              </Menu.Item>,
            ])
          )}
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
