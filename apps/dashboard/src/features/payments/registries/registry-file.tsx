import { Alert, Button, Menu } from '@mantine/core';
import { bankFileRoutes, type RegistryFormat, registryRoutes } from '@referral-dashboard/api-contract';
import { pathOf, searchOf } from '../../../shared/api/call.ts';
import { useApiQuery } from '../../../shared/api/use-api-query.ts';
import { useDownload } from '../../../shared/list/export/use-download.ts';
import { IconDownload } from '../../../shared/ui/icons.ts';
import type { OpenRegistry } from './registry.ts';

/** Download of a registry as a bank file, in the formats and templates of its payment rail. */
export function RegistryFile({
  registry: { id, kind, number },
  isFirst,
}: {
  registry: OpenRegistry;
  isFirst: boolean;
}) {
  const { data: settings } = useApiQuery(bankFileRoutes.bankFiles, {});
  const { start, bytes, failure, clearFailure } = useDownload();
  const take = (format: RegistryFormat, template?: string) =>
    void start(
      `${pathOf(registryRoutes.registryFile, { params: { id } })}?${searchOf({ query: { format, template } })}`,
      `registry-${number}.${format === '1c' ? 'txt' : format}`,
    );
  const templates = settings?.templates.filter(({ rail }) => rail === kind) ?? [];
  if (kind === 'card') return null;
  return (
    <>
      <Menu position="bottom-start" shadow="sm" onOpen={clearFailure}>
        <Menu.Target>
          <Button
            variant={isFirst ? 'filled' : 'default'}
            loading={bytes !== null}
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          >
            Файл для банка
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {kind === 'bank_account' && (
            <Menu.Item onClick={() => take('1c')}>Платежные поручения (1С)</Menu.Item>
          )}
          {templates.length === 0 ? (
            <>
              <Menu.Item onClick={() => take('xlsx')}>Таблица Excel (XLSX)</Menu.Item>
              <Menu.Item onClick={() => take('csv')}>Текст с разделителями (CSV)</Menu.Item>
            </>
          ) : (
            templates.flatMap(({ name }) => [
              <Menu.Item key={`${name} xlsx`} onClick={() => take('xlsx', name)}>
                «{name}», Excel
              </Menu.Item>,
              <Menu.Item key={`${name} csv`} onClick={() => take('csv', name)}>
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
