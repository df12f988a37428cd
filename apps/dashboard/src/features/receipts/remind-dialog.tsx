import { Button, Group, List, Stack, Text } from '@mantine/core';
import { type Reminders, receiptRoutes } from '@referral-dashboard/api-contract';
import { type ReactNode, useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import { formatNumber } from '@/shared/format/count.ts';
import { Dialog } from '@/shared/ui/dialog/dialog.tsx';
import { ActionError } from '@/shared/ui/form/action-error.tsx';
import { formatNames, formatWithoutSignIn, toPartners } from './reminder-texts.ts';

type PartnerGroup = Reminders['remindable'];
type RemindDialogProps = { reminders: Reminders; onClose: () => void };

/** Confirms reminders of missing receipts with the names of the partners, sends them, and states who was reminded and who was not. */
export default function RemindDialog({ reminders, onClose }: RemindDialogProps) {
  const {
    mutate,
    isPending,
    error,
    data: outcome,
  } = useApiMutation(receiptRoutes.remindReceipts, [receiptRoutes.receipts]);
  // The counts are reloaded after the reminder: the dialog keeps those that the user confirms.
  const [{ remindable, reminded_today, without_sign_in }] = useState(reminders);
  if (outcome !== undefined)
    return (
      <Dialog opened onClose={onClose} title={describeOutcome(outcome.reminded)}>
        <Stack gap="md">
          <PartnerNames group={outcome.reminded} />
          <PartnerNames group={outcome.without_sign_in} isNotice />
          <Buttons>
            <Button onClick={onClose} data-autofocus>
              Понятно
            </Button>
          </Buttons>
        </Stack>
      </Dialog>
    );
  const canRemind = remindable.count > 0;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={canRemind ? `Напомнить ${toPartners(remindable)} о чеках?` : 'Сейчас напоминать некому'}
    >
      <Stack gap="md">
        {canRemind && (
          <Text c="dimmed">Каждый получит одно сообщение со списком выплат без чека и сроком.</Text>
        )}
        <PartnerNames group={remindable} />
        <PartnerNames group={without_sign_in} isNotice />
        {reminded_today.count > 0 && (
          <Text c="dimmed">{`Сегодня уже напомнили ${toPartners(reminded_today)}: ${formatNames(reminded_today)}`}</Text>
        )}
        <ActionError failure={error && explainError(error, 'Напоминания не отправлены').alert} />
        <Buttons>
          <Button variant="default" onClick={onClose} disabled={isPending} data-autofocus>
            {canRemind ? 'Отмена' : 'Закрыть'}
          </Button>
          {canRemind && (
            <Button loading={isPending} onClick={() => mutate({})}>
              {`Напомнить ${toPartners(remindable)}`}
            </Button>
          )}
        </Buttons>
      </Stack>
    </Dialog>
  );
}

const describeOutcome = (reminded: PartnerGroup) =>
  reminded.count > 0 ? `Напомнили ${toPartners(reminded)}` : 'Никому не напомнили';

const Buttons = ({ children }: { children: ReactNode }) => <Group justify="flex-end">{children}</Group>;

/** Names of a group of partners. The heading of a notice says why they get no reminder. */
function PartnerNames({ group, isNotice = false }: { group: PartnerGroup; isNotice?: boolean }) {
  const { count, partners } = group;
  if (count === 0) return null;
  return (
    <Stack gap={4}>
      {isNotice && <Text fw={600}>{formatWithoutSignIn(group)}</Text>}
      <List size="sm" aria-label={isNotice ? formatWithoutSignIn(group) : toPartners(group)}>
        {partners.map(({ id, name }) => (
          <List.Item key={id}>{name}</List.Item>
        ))}
        {count > partners.length && <List.Item>{`и еще ${formatNumber(count - partners.length)}`}</List.Item>}
      </List>
    </Stack>
  );
}
