import { Button, Menu, Text, Title } from '@mantine/core';
import type { BankFiles, BankFileTemplate } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { Permitted } from '../../../shared/api/permitted.tsx';
import { errorSentence } from '../../../shared/errors/sentence.ts';
import { countOf } from '../../../shared/format/count.ts';
import { MoreMenu } from '../../../shared/ui/more-menu.tsx';
import { drafts } from '../drafts.ts';
import { SettingsCard } from '../settings-card.tsx';
import classes from './bank-files.module.css';
import { purposeCodeLabel } from './purpose-codes.ts';
import { RAILS } from './template.ts';
import { useBankFiles } from './use-bank-files.ts';

const EditSigns = lazy(() => import('./edit-signs.tsx'));
const EditTemplate = lazy(() => import('./edit-template.tsx'));
const Confirm = lazy(async () => ({
  default: (await import('../../../shared/ui/dialog/confirm.tsx')).Confirm,
}));

/** How the organization's bank takes files: payment orders, and templates of tables. */
export function BankFilesCard({ files }: { files: BankFiles }) {
  /** Name of the template in the form; `''` for a new one. */
  const [edited, setEdited] = useState<string | null>(null);
  return (
    <SettingsCard
      title="Файлы для банка"
      call="updateBankFiles"
      draft={drafts.bankFiles}
      facts={[
        ['Код вида дохода', purposeCodeLabel(files.purpose_code)],
        ['Знак номера', files.plain_number_sign ? '«N» вместо «№»' : '«№»'],
        ['Тире', files.plain_dash ? 'Дефис вместо тире' : '«—»'],
      ]}
      form={(onClose) => <EditSigns files={files} onClose={onClose} />}
    >
      <Title order={3} mt="lg">
        Шаблоны таблиц
      </Title>
      <ul className={classes['templates']} aria-label="Шаблоны таблиц">
        {files.templates.map((template) => (
          <TemplateRow
            key={template.name}
            files={files}
            template={template}
            onEdit={() => setEdited(template.name)}
          />
        ))}
      </ul>
      <Permitted call="updateBankFiles">
        <Button variant="default" mt="sm" onClick={() => setEdited('')}>
          Добавить шаблон
        </Button>
        <Suspense fallback={null}>
          {edited !== null && (
            <EditTemplate
              files={files}
              {...(edited !== '' && { name: edited })}
              onClose={() => setEdited(null)}
            />
          )}
        </Suspense>
      </Permitted>
    </SettingsCard>
  );
}

type TemplateRowProps = { files: BankFiles; template: BankFileTemplate; onEdit: () => void };

function TemplateRow({ files, template: { name, rail, columns }, onEdit }: TemplateRowProps) {
  const { save, isPending, error } = useBankFiles(files);
  const [isAsked, setAsked] = useState(false);
  const remove = () =>
    save({ templates: files.templates.filter((one) => one.name !== name) }).then(
      () => setAsked(false),
      // Told in the question.
      () => undefined,
    );
  return (
    <li className={classes['template']}>
      <div>
        <Text>{name}</Text>
        <Text c="dimmed" size="xs">
          {RAILS[rail]} · {countOf(columns.length, ['колонка', 'колонки', 'колонок'])}
        </Text>
      </div>
      <Permitted call="updateBankFiles">
        <MoreMenu label={`Действия с шаблоном ${name}`} isQuiet>
          <Menu.Item onClick={onEdit}>Изменить</Menu.Item>
          <Menu.Item color="red" onClick={() => setAsked(true)}>
            Удалить
          </Menu.Item>
        </MoreMenu>
      </Permitted>
      <Suspense fallback={null}>
        {isAsked && (
          <Confirm
            isOpen
            isDangerous
            title="Удалить шаблон?"
            verb="Удалить"
            isBusy={isPending}
            failure={error && errorSentence(error, 'Шаблон не удален')}
            onConfirm={() => void remove()}
            onClose={() => setAsked(false)}
          >
            «{name}». Если других для этих выплат нет, в файле будут обычные колонки.
          </Confirm>
        )}
      </Suspense>
    </li>
  );
}
