import { MultiSelect, Select } from '@mantine/core';
import { CRM_LABELS, type CrmConnection, type CrmStage, crmRoutes } from '@referral-dashboard/api-contract';
import { useProgramOptions } from '@/entities/reference/options.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';

const NOTHING_FOUND = 'Ничего не найдено';

/** Open stages by pipeline. */
function toOptions(stages: readonly CrmStage[]) {
  const open = stages.filter(({ kind, is_removed }) => kind === 'open' && !is_removed);
  return [...new Set(open.map(({ pipeline }) => pipeline))].map((pipeline) => ({
    group: pipeline,
    items: open
      .filter((stage) => stage.pipeline === pipeline)
      .map(({ id, name }) => ({ value: id, label: name })),
  }));
}

type SettingsDialogProps = { connection: CrmConnection; onClose: () => void };

/** Form for the programs whose leads become deals, and for the stage of new deals. */
export default function SettingsDialog({ connection, onClose }: SettingsDialogProps) {
  const { id, kind, version, programs, first_stage, stages } = connection;
  const { mutateAsync } = useApiMutation(crmRoutes.updateCrmConnection, [crmRoutes.crmConnections]);
  const { form, submit, failure, isSending } = useContractForm({
    schema: crmRoutes.updateCrmConnection.body,
    saved: { programs: programs ?? [], first_stage },
    toBody: (values) => ({
      version,
      programs: values.programs.length === 0 ? null : values.programs,
      first_stage: values.first_stage,
    }),
    failureTitle: 'Настройки не сохранены',
    send: async (body) => {
      await mutateAsync({ params: { id }, body });
      void toast.success({ title: 'Настройки сохранены', description: CRM_LABELS[kind] });
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Настройки: ${CRM_LABELS[kind]}`}
      label={`Настройки: ${CRM_LABELS[kind]}`}
      submitLabel="Сохранить"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <MultiSelect
        label="Лиды каких программ передавать"
        placeholder={form.values.programs.length === 0 ? 'Всех программ' : ''}
        searchable
        clearable
        nothingFoundMessage={NOTHING_FOUND}
        data={useProgramOptions('')}
        {...form.getInputProps('programs')}
      />
      <Select
        label="Стадия новых сделок"
        placeholder="Первая стадия основной воронки"
        searchable
        clearable
        nothingFoundMessage={NOTHING_FOUND}
        data={toOptions(stages)}
        {...form.getInputProps('first_stage')}
      />
    </FormDialog>
  );
}
