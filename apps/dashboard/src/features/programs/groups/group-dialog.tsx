import { Alert, Switch, TextInput } from '@mantine/core';
import type { Group, Program } from '@referral-dashboard/api-contract';
import { RewardFields } from '@/entities/program/reward/reward-fields.tsx';
import { TermsPreview } from '@/entities/program/reward/terms-preview.tsx';
import { formatCount } from '@/shared/format/count.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { IntegerField } from '@/shared/ui/form/fields/integer-field.tsx';
import { useGroupForm } from './use-group-form.ts';

type GroupDialogProps = {
  program: Program;
  /** Null for a new group. */
  group: Group | null;
  /** Group that new partners enter now. */
  defaultGroup: Group | undefined;
  onClose: () => void;
};

/** Form of a group: name, reward, hold days, and whether new partners enter it. */
export default function GroupDialog({ program, group, defaultGroup, onClose }: GroupDialogProps) {
  const { form, submit, failure, isSending, isDirty, discardDraft } = useGroupForm(program, group, onClose);
  const replacedDefault = defaultGroup?.id === group?.id ? undefined : defaultGroup;
  const hasPartners = group !== null && group.partners > 0;
  return (
    <FormDialog
      title={group === null ? 'Новая группа' : `Группа «${group.name}»`}
      label="Группа"
      submitLabel="Сохранить"
      isSending={isSending}
      failure={failure}
      onSubmit={submit}
      onClose={() => {
        discardDraft();
        onClose();
      }}
    >
      <TextInput
        label="Название"
        description="Партнер увидит его в условиях программы"
        autoComplete="off"
        maxLength={60}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <RewardFields form={form} program={program.id} />
      {hasPartners && isDirty && <TermsPreview program={program.id} terms={form.values} group={group.id} />}
      <IntegerField
        label="Удержание"
        description={`Не заполняйте, если как в программе: ${formatCount(program.hold_days, ['день', 'дня', 'дней'])}`}
        suffix={'\u00a0дн.'}
        max={365}
        {...form.getInputProps('hold_days')}
      />
      <Switch
        label="Новые партнеры попадают в эту группу"
        description={replacedDefault && `Сейчас они попадают в группу «${replacedDefault.name}»`}
        {...form.getInputProps('is_default', { type: 'checkbox' })}
      />
      {hasPartners && isDirty && (
        <Alert role="status">
          Новые условия получат лиды, которые придут после сохранения. Прежние лиды не изменятся.
        </Alert>
      )}
    </FormDialog>
  );
}
