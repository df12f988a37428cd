import { ActionIcon, Alert, Button, Menu } from '@mantine/core';
import type { RouteContract } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { IconDownload, IconX } from '@/shared/ui/icons.ts';
import { useIsNarrow } from '@/shared/ui/viewport/use-viewport.ts';
import { useExport } from './use-export.ts';

const sizes = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 });
const formatSize = (bytes: number) => `${sizes.format(bytes / 1_000_000)}\u00a0МБ`;

type ExportMenuProps = {
  route: RouteContract;
  query: Record<string, string>;
  name: string;
  /** Accessible name, for pages with several exports. It begins with «Экспорт». */
  label?: string;
  /** Shows the label on the button instead of «Экспорт», on a phone instead of the icon alone. */
  isLabelShown?: boolean;
  /** Path parameters of the route. */
  params?: Record<string, string>;
  /** Route that returns a printable PDF. */
  pdf?: RouteContract;
};

const NO_PARAMS = {};

/** Menu that exports the list to a file. During a download, the button shows the received size and cancels on click. */
export function ExportMenu({
  route,
  query,
  name,
  label = 'Экспорт',
  isLabelShown = false,
  params = NO_PARAMS,
  pdf,
}: ExportMenuProps) {
  const { start, startPdf, cancel, bytes, failure, clearFailure } = useExport(route, query, name, params);
  const isNarrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  if (bytes !== null)
    return (
      <Button
        variant="default"
        onClick={cancel}
        leftSection={<IconX size={16} stroke={1.75} aria-hidden />}
        aria-label={`Отменить экспорт, получено ${formatSize(bytes)}`}
      >
        {formatSize(bytes)}
      </Button>
    );
  return (
    <Menu
      position="bottom-end"
      opened={isOpen || failure !== null}
      onChange={(opened) => {
        setOpen(opened);
        if (!opened) clearFailure();
      }}
    >
      <Menu.Target>
        {isNarrow && !isLabelShown ? (
          <ActionIcon variant="default" size={36} aria-label={label}>
            <IconDownload size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        ) : (
          <Button
            variant="default"
            aria-label={label}
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          >
            {isLabelShown ? label : 'Экспорт'}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {failure && (
          <Alert color="red" title={failure.title} role="alert" maw={280}>
            {failure.advice}
          </Alert>
        )}
        <Menu.Item onClick={() => void start('xlsx')}>Таблица Excel (XLSX)</Menu.Item>
        <Menu.Item onClick={() => void start('csv')}>Текст с разделителями (CSV)</Menu.Item>
        {pdf && <Menu.Item onClick={() => void startPdf(pdf)}>Документ (PDF)</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
