import { Button, Text } from '@mantine/core';
import { MAX_NEW_SALES } from '@referral-dashboard/api-contract';
import { type ClipboardEvent, useState } from 'react';
import { SALE_NOUN } from '@/features/clients/client.ts';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { IconPlus } from '@/shared/ui/icons.ts';
import classes from './bulk.module.css';
import { COLUMN_NAMES, COLUMNS, isBlankRow, OTHER_COLUMNS, parseKop } from './bulk.ts';
import { BulkRow } from './bulk-row.tsx';
import { useBulkForm } from './use-bulk-form.ts';

/** Table for entering sales of several clients, typed or pasted from a spreadsheet. */
export default function BulkDialog({ onClose }: { onClose: () => void }) {
  const bulk = useBulkForm(onClose);
  const { rows, errors, found, searchError, notice } = bulk;
  const [isWideWanted, setWideWanted] = useState(false);
  const isWide = isWideWanted || rows.some((row) => OTHER_COLUMNS.some((name) => row[name] !== ''));
  const filled = rows.filter((row) => !isBlankRow(row));
  const totalKop = filled.reduce((sum, { amount_kop }) => sum + (parseKop(amount_kop) ?? 0), 0);
  const handlePaste = (event: ClipboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLElement)) return;
    const { row = '0', column = '0' } = event.target.dataset;
    const at = { row: Number(row), column: Number(column) };
    if (bulk.paste(event.clipboardData.getData('text'), at)) event.preventDefault();
  };
  const status = searchError ? 'Клиенты не загрузились: проверим их при отправке' : notice;
  return (
    <FormDialog
      title="Добавить продажи"
      label="Добавить продажи"
      submitLabel="Добавить"
      size={isWide ? '78rem' : '56rem'}
      isKept={filled.length > 0}
      isSending={bulk.isSending}
      isCancelLocked
      failure={bulk.failure}
      onSubmit={bulk.handleSubmit}
      onClose={bulk.close}
    >
      <Text c="dimmed">
        Вставьте строки из таблицы: клиент (номер, имя, телефон, почта или ИНН), сумма, дата, затем, если
        нужно, товар, НДС и номер продажи в вашей системе. Добавляются все продажи сразу или ни одной.
      </Text>
      <div onPaste={handlePaste}>
        <div className={classes['head']} data-wide={isWide || undefined} aria-hidden>
          <span />
          {COLUMN_NAMES.filter((name) => isWide || !OTHER_COLUMNS.some((other) => other === name)).map(
            (name) => (
              <span key={name} className={classes[name]}>
                {COLUMNS[name]}
              </span>
            ),
          )}
        </div>
        <ul className={classes['rows']} aria-label="Продажи">
          {rows.map((row, index) => (
            <BulkRow
              key={row.key}
              row={row}
              index={index}
              errors={errors.get(row.key)}
              found={found.get(row.client.trim())}
              isWide={isWide}
              isRemovable={rows.length > 1}
              onChange={bulk.changeRow}
              onRemove={bulk.removeRow}
              onClientBlur={bulk.searchClients}
            />
          ))}
        </ul>
      </div>
      <Text role="status" className={classes['status']}>
        {status}
      </Text>
      <div className={classes['foot']}>
        <div className={classes['buttons']}>
          <Button
            variant="default"
            disabled={rows.length >= MAX_NEW_SALES}
            onClick={bulk.addRow}
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          >
            Добавить строку
          </Button>
          {!isWide && (
            <Button variant="subtle" onClick={() => setWideWanted(true)}>
              Указать товар, НДС и номер
            </Button>
          )}
        </div>
        <Text className={classes['total']}>
          {formatCount(filled.length, SALE_NOUN)} на {formatMoney(totalKop)}
        </Text>
      </div>
    </FormDialog>
  );
}
