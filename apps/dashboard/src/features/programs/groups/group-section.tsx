import { Button, Menu, Group as Row, Text, Title } from '@mantine/core';
import type { Group, Program } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { formatReward } from '@/entities/program/format-reward.ts';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { formatCount } from '@/shared/format/count.ts';
import { MoreMenu } from '@/shared/ui/dropdown/more-menu.tsx';
import classes from '../related/related.module.css';

const GroupDialog = lazy(() => import('./group-dialog.tsx'));
const DeleteGroupDialog = lazy(() => import('./delete-group-dialog.tsx'));

/** Without a group, `edit` creates one. */
type DialogState = { kind: 'edit'; groupId: string | null } | { kind: 'delete'; groupId: string } | null;

type GroupSectionProps = { program: Program; groups: readonly Group[] };

/** Groups of a program with their rewards. Without groups, only a button that adds the first one. */
export function GroupSection({ program, groups }: GroupSectionProps) {
  const [dialog, setDialog] = useState<DialogState>(null);
  const canCreate = useIsPermitted('createGroup') && program.status !== 'archived';
  const close = () => setDialog(null);
  // The current version of the group, so that saving again after a conflict is not refused again.
  const group = groups.find(({ id }) => id === dialog?.groupId) ?? null;
  const addButton = canCreate && (
    <Button variant="default" onClick={() => setDialog({ kind: 'edit', groupId: null })}>
      Добавить группу
    </Button>
  );
  return (
    <>
      {groups.length === 0 ? (
        addButton
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
                <GroupRow
                  group={group}
                  onEdit={() => setDialog({ kind: 'edit', groupId: group.id })}
                  onDelete={() => setDialog({ kind: 'delete', groupId: group.id })}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Suspense fallback={null}>
        {dialog?.kind === 'edit' && (dialog.groupId === null || group) && (
          <GroupDialog
            program={program}
            group={group}
            defaultGroup={groups.find(({ is_default }) => is_default)}
            onClose={close}
          />
        )}
        {dialog?.kind === 'delete' && group && <DeleteGroupDialog group={group} onClose={close} />}
      </Suspense>
    </>
  );
}

type GroupRowProps = { group: Group; onEdit: () => void; onDelete: () => void };

function GroupRow({ group, onEdit, onDelete }: GroupRowProps) {
  const { name, is_default, hold_days, partners } = group;
  const canUpdate = useIsPermitted('updateGroup');
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
            <Menu.Item onClick={onEdit}>Изменить</Menu.Item>
            <Menu.Item color="red" onClick={onDelete}>
              Удалить
            </Menu.Item>
          </MoreMenu>
        )}
      </div>
    </>
  );
}
