import { Alert, Button, Text, Title } from '@mantine/core';
import {
  type FileDownload,
  KEPT_FILE_YEARS,
  type KeptFileFormat,
  keptFileRoutes,
} from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { buildPath } from '@/shared/api/call.ts';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { type RecordColumn, Records } from '@/shared/ui/records.tsx';
import classes from '../payment.module.css';
import { useBankFile } from './use-bank-file.ts';

const FORMATS: Record<KeptFileFormat, string> = {
  '1c': 'Платежные поручения (1С)',
  csv: 'Текст с разделителями (CSV)',
  xlsx: 'Таблица Excel (XLSX)',
  qr: 'Код для оплаты',
};

const describeFile = ({ format, registry }: FileDownload) =>
  registry === null ? FORMATS[format] : `${FORMATS[format]}, реестр ${registry.number}`;

type DownloadsProps = {
  route: typeof keptFileRoutes.registryDownloads | typeof keptFileRoutes.paymentDownloads;
  id: string;
};

/** Bank files of a registry or a payment that were downloaded. Renders nothing without any. */
export const Downloads = (props: DownloadsProps) => (
  <PermissionGate call="keptFile">
    <DownloadList {...props} />
  </PermissionGate>
);

function DownloadList({ route, id }: DownloadsProps) {
  const { formatMoment } = useDates();
  const read = useApiQuery(route, { params: { id } });
  const { start, bytes, failure } = useBankFile();
  const [current, setCurrent] = useState<string>();
  if (read.data === undefined ? read.error === null : read.data.results.length === 0) return null;
  const downloadAgain = ({ id: file, name }: FileDownload) => {
    setCurrent(file);
    void start(buildPath(keptFileRoutes.keptFile, { params: { id: file } }), name);
  };
  const columns: readonly RecordColumn<FileDownload>[] = [
    { label: 'Файл', cell: describeFile, isWide: true },
    {
      label: 'Скачан',
      cell: ({ at, by }) => [formatMoment(at), by].filter(Boolean).join(', '),
      isCollapsible: true,
    },
    {
      label: '',
      cell: (file) =>
        file.is_kept ? (
          <Button
            variant="default"
            loading={bytes !== null && current === file.id}
            disabled={bytes !== null && current !== file.id}
            aria-label={`Скачать снова: ${describeFile(file)}, ${formatMoment(file.at)}`}
            onClick={() => downloadAgain(file)}
          >
            Скачать снова
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            Удален: прошло {KEPT_FILE_YEARS} года
          </Text>
        ),
    },
  ];
  return (
    <section className={classes['panel']} aria-label="Скачанные файлы">
      <Title order={2}>Скачанные файлы</Title>
      <Text c="dimmed">Каждый файл для банка хранится {KEPT_FILE_YEARS} года.</Text>
      <Records
        label="Скачанные файлы"
        columns={columns}
        read={{ ...read, data: read.data && { ...read.data, next: null, previous: null } }}
        onPageChange={() => undefined}
        emptyText=""
      />
      {failure && (
        <Alert role="alert" color="red" title={failure.title}>
          {failure.advice}
        </Alert>
      )}
    </section>
  );
}
