import { Button, Menu, Group as Row, Text, Title } from '@mantine/core';
import type { Group, Program } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { formatReward } from '@/entities/program/format-reward.ts';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { useDraftDialog } from '@/shared/drafts/use-draft-dialog.ts';
import { formatCount } from '@/shared/format/count.ts';
import { MoreMenu } from '@/shared/ui/dropdown/more-menu.tsx';
import classes from '../related/related.module.css';
import { getGroupDraftKey } from './use-group-form.ts';

const GroupDialog = lazy(() => import('./group-dialog.tsx'));
const DeleteGroupDialog = lazy(() => import('./delete-group-dialog.tsx'));

type GroupSectionProps = { program: Program; groups: readonly Group[] };

/** Groups of a program with their rewards. Without groups, only a button that adds the first one. */
export function GroupSection({ program, groups }: GroupSectionProps) {
  const canCreate = useIsPermitted('createGroup') && program.status !== 'archived';
  const { isOpen, open, close } = useDraftDialog(getGroupDraftKey(program));
  const defaultGroup = groups.find(({ is_default }) => is_default);
  const addButton = canCreate && (
    <Button variant="default" onClick={open}>
      Добавить группу
    </Button>
  );
  return (
    <>
      {groups.length === 0 ? (
        <Row>{addButton}</Row>
      ) : (
        <section aria-labelledby="groups">
          <Row justify="space-between" gap="xs" mb="sm">
            <Title order={2} id="groups">
              Группы
            </Title>
            {addButton}
          </Row>
          <ul className={classes['rows']} aria-label="Группы">
            {groups.map((group) => (
              <li key={group.id} className={classes['row']}>
                <GroupRow program={program} group={group} defaultGroup={defaultGroup} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Suspense fallback={null}>
        {isOpen && canCreate && (
          <GroupDialog program={program} group={null} defaultGroup={defaultGroup} onClose={close} />
        )}
      </Suspense>
    </>
  );
}

type GroupRowProps = { program: Program; group: Group; defaultGroup: Group | undefined };

function GroupRow({ program, group, defaultGroup }: GroupRowProps) {
  const { name, is_default, hold_days, partners } = group;
  const canUpdate = useIsPermitted('updateGroup');
  const editing = useDraftDialog(getGroupDraftKey(program, group));
  const [isDeleteOpen, setDeleteOpen] = useState(false);
  return (
    <>
      <div className={classes['main']}>
        <Text fw={600}>{name}</Text>
        <Text c="dimmed">
          {[
            formatReward(group),
            hold_days !== null && `удержание ${formatCount(hold_days, ['день', 'дня', 'дней'])}`,
            is_default && 'по умолчанию',
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <div className={classes['end']}>
        <Text>{formatCount(partners, ['партнер', 'партнера', 'партнеров'])}</Text>
        {canUpdate && (
          <MoreMenu label={`Действия с группой «${name}»`} isQuiet size={34}>
            <Menu.Item onClick={editing.open}>Изменить</Menu.Item>
            <Menu.Item color="red" onClick={() => setDeleteOpen(true)}>
              Удалить
            </Menu.Item>
          </MoreMenu>
        )}
      </div>
      <Suspense fallback={null}>
        {editing.isOpen && canUpdate && (
          <GroupDialog program={program} group={group} defaultGroup={defaultGroup} onClose={editing.close} />
        )}
        {isDeleteOpen && <DeleteGroupDialog group={group} onClose={() => setDeleteOpen(false)} />}
      </Suspense>
    </>
  );
}
