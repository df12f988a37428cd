import { Switch, Text } from '@mantine/core';
import { type Link, type Program, partnerRoutes, programRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { formatCount } from '@/shared/format/count.ts';
import { CopyIcon } from '@/shared/ui/copy-icon.tsx';
import classes from './related.module.css';
import { RelatedRows } from './related-rows.tsx';

/** Links of all partners in a program. Each link can be disabled. */
export function LinkList({ program: { id } }: { program: Program }) {
  const [cursor, setCursor] = useState('');
  const linksQuery = useApiQuery(
    programRoutes.programLinks,
    { params: { id }, query: { cursor, page_size: '50' } },
    { keepPrevious: true },
  );
  return (
    <RelatedRows
      label="Ссылки"
      query={linksQuery}
      onPageChange={setCursor}
      emptyText="Ссылок пока нет: партнер получает ее, когда вступает в программу"
    >
      {(link) => <LinkRow link={link} />}
    </RelatedRows>
  );
}

function LinkRow({ link }: { link: Link }) {
  const canUpdate = useIsPermitted('updateLink');
  const linkUpdate = useApiMutation(partnerRoutes.updateLink, [programRoutes.programs]);
  const { id, path, partner, label, clicks, leads, active } = link;
  const url = window.location.origin + path;
  const handleToggle = () =>
    linkUpdate.mutate(
      { params: { id }, body: { active: !active } },
      {
        onError: (error) => showErrorToast(error, 'Ссылка не изменена', ''),
      },
    );
  return (
    <>
      <div className={classes['main']}>
        <span className={classes['code']}>{path}</span>
        <CopyIcon target={`ссылку ${link.code}`} text={url} />
        <Text c="dimmed">{[partner.name, label].filter(Boolean).join(' · ')}</Text>
      </div>
      <div className={classes['end']}>
        <span>
          {formatCount(clicks, ['переход', 'перехода', 'переходов'])},{' '}
          {formatCount(leads, ['лид', 'лида', 'лидов'])}
        </span>
        <Switch
          checked={active}
          onChange={handleToggle}
          disabled={!canUpdate || linkUpdate.isPending}
          label={active ? 'Работает' : 'Отключена'}
          aria-label={`Ссылка ${link.code} работает`}
        />
      </div>
    </>
  );
}
