import { Menu, Text } from '@mantine/core';
import { type SiteForm, siteFormRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { StatusMark } from '@/entities/status/status-mark.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { CopyIcon } from '@/shared/ui/copy-icon.tsx';
import { MoreMenu } from '@/shared/ui/dropdown/more-menu.tsx';
import rows from '@/shared/ui/row-list.module.css';
import classes from '../developers.module.css';
import own from './site-forms.module.css';

const ChangeDialog = lazy(() => import('./change-dialog.tsx'));

/** The address of a program, with its last form. */
export function SiteFormRow({ form }: { form: SiteForm }) {
  const [openDialog, setOpenDialog] = useState<'off' | 'rotate' | null>(null);
  const change = useApiMutation(siteFormRoutes.updateSiteForm, [siteFormRoutes.siteForms]);
  const { id, program, path, is_on } = form;
  const turnOn = () =>
    change.mutate(
      { params: { id }, body: { is_on: true } },
      { onError: (error) => showErrorToast(error, 'Адрес не включен') },
    );
  const address = path === null ? null : `${location.origin}${path}`;
  return (
    <li className={own['row']}>
      <div className={own['head']}>
        <div className={rows['name']}>{program.name}</div>
        <MoreMenu label={`Действия: адрес для форм, ${program.name}`} isQuiet isBusy={change.isPending}>
          {is_on ? (
            <Menu.Item onClick={() => setOpenDialog('off')}>Выключить</Menu.Item>
          ) : (
            <Menu.Item onClick={turnOn}>Включить</Menu.Item>
          )}
          <Menu.Item onClick={() => setOpenDialog('rotate')}>Заменить адрес</Menu.Item>
        </MoreMenu>
      </div>
      {address === null ? (
        <Text size="sm">Адрес не читается. Замените его.</Text>
      ) : (
        <div className={own['head']}>
          <div className={`${classes['secret']} ${own['address']}`}>{address}</div>
          <CopyIcon target="адрес" text={address} />
        </div>
      )}
      <FormState form={form} />
      <Suspense fallback={null}>
        {openDialog !== null && (
          <ChangeDialog form={form} action={openDialog} onClose={() => setOpenDialog(null)} />
        )}
      </Suspense>
    </li>
  );
}

function FormState({ form: { is_on, last_form } }: { form: SiteForm }) {
  const { formatMoment } = useDates();
  return (
    <div role="status">
      {!is_on ? (
        <StatusMark shape="dash">Выключен</StatusMark>
      ) : last_form === null ? (
        <StatusMark shape="ring">Заявок еще не было</StatusMark>
      ) : last_form.result === 'refused' ? (
        <StatusMark shape="cross">Последняя заявка не принята</StatusMark>
      ) : last_form.result === 'test' ? (
        <StatusMark shape="disc">Адрес проверен, заявок еще не было</StatusMark>
      ) : (
        <StatusMark shape="disc">Последняя заявка принята</StatusMark>
      )}
      {last_form !== null && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {formatMoment(last_form.at)}
          {last_form.problem !== '' && `. ${last_form.problem}`}
        </Text>
      )}
    </div>
  );
}
