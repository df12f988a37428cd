import { Button, Group, Text, Title } from '@mantine/core';
import { type BankFiles, type BankFileTemplate, RAIL_LABELS } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { formatCount } from '@/shared/format/count.ts';
import { draftKeys } from '../draft-keys.ts';
import { SettingsCard } from '../settings-card.tsx';
import classes from './bank-files.module.css';
import { getPurposeCodeLabel } from './purpose-codes.ts';

const EditPaymentOrderDialog = lazy(() => import('./edit-payment-order-dialog.tsx'));
const EditTemplateDialog = lazy(() => import('./edit-template-dialog.tsx'));
const DeleteTemplateDialog = lazy(() => import('./delete-template-dialog.tsx'));

/** Bank file settings of the organization: payment orders and table templates. */
export function BankFilesCard({ files }: { files: BankFiles }) {
  /** Name of the edited template; `''` for a new one. */
  const [editedName, setEditedName] = useState<string | null>(null);
  const [deletedName, setDeletedName] = useState<string | null>(null);
  return (
    <SettingsCard
      title="Файлы для банка"
      call="updateBankFiles"
      draft={draftKeys.bankFiles}
      facts={[
        ['Код вида дохода', getPurposeCodeLabel(files.purpose_code)],
        ['Знак номера', files.plain_number_sign ? '«N» вместо «№»' : '«№»'],
        ['Тире', files.plain_dash ? 'Дефис вместо тире' : '«—»'],
      ]}
      form={(onClose) => <EditPaymentOrderDialog files={files} onClose={onClose} />}
    >
      <Title order={3} size="h4" mt="lg">
        Шаблоны таблиц
      </Title>
      <ul className={classes['templates']} aria-label="Шаблоны таблиц">
        {files.templates.map((template) => (
          <TemplateRow
            key={template.name}
            template={template}
            onEdit={() => setEditedName(template.name)}
            onDelete={() => setDeletedName(template.name)}
          />
        ))}
      </ul>
      <PermissionGate call="updateBankFiles">
        <Button variant="default" mt="sm" onClick={() => setEditedName('')}>
          Добавить шаблон
        </Button>
        <Suspense fallback={null}>
          {editedName !== null && (
            <EditTemplateDialog
              files={files}
              {...(editedName !== '' && { name: editedName })}
              onClose={() => setEditedName(null)}
            />
          )}
          {deletedName !== null && (
            <DeleteTemplateDialog files={files} name={deletedName} onClose={() => setDeletedName(null)} />
          )}
        </Suspense>
      </PermissionGate>
    </SettingsCard>
  );
}

type TemplateRowProps = { template: BankFileTemplate; onEdit: () => void; onDelete: () => void };

const TemplateRow = ({ template: { name, rail, columns }, onEdit, onDelete }: TemplateRowProps) => (
  <li className={classes['template']}>
    <div>
      <Text>{name}</Text>
      <Text c="dimmed" size="xs">
        {RAIL_LABELS[rail]} · {formatCount(columns.length, ['колонка', 'колонки', 'колонок'])}
      </Text>
    </div>
    <PermissionGate call="updateBankFiles">
      <Group gap={4} wrap="nowrap" flex="none">
        <Button variant="default" size="xs" aria-label={`Изменить шаблон ${name}`} onClick={onEdit}>
          Изменить
        </Button>
        <Button
          variant="subtle"
          color="red"
          size="xs"
          aria-label={`Удалить шаблон ${name}`}
          onClick={onDelete}
        >
          Удалить
        </Button>
      </Group>
    </PermissionGate>
  </li>
);
