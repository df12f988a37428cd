import { Button, Select, Stack, Text } from '@mantine/core';
import {
  CRM_LABELS,
  CRM_LEAD_STATUSES,
  type CrmConnection,
  type CrmLeadStatus,
  type CrmStage,
  crmRoutes,
  stateMachines,
} from '@referral-dashboard/api-contract';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import classes from './mapping-dialog.module.css';
import { MappingPreview } from './mapping-preview.tsx';

const NO_CHANGE = 'none';
const OPTIONS = [
  { value: NO_CHANGE, label: 'Не меняет' },
  ...CRM_LEAD_STATUSES.map((status) => ({
    value: status as string,
    label: stateMachines.lead.labels[status],
  })),
];

/** Selected statuses by the id of the stage. A stage without a choice is missing. */
type Statuses = Readonly<Record<string, string>>;

const toStatuses = (stages: readonly CrmStage[]): Statuses =>
  Object.fromEntries(
    stages.filter(({ is_mapped }) => is_mapped).map(({ id, status }) => [id, status ?? NO_CHANGE]),
  );

const isStatus = (value: string): value is CrmLeadStatus =>
  (CRM_LEAD_STATUSES as readonly string[]).includes(value);

/** Stages that the CRM removed leave the mapping. */
const toMapping = (stages: readonly CrmStage[], statuses: Statuses) =>
  stages.flatMap(({ id, is_removed }) => {
    const value = statuses[id];
    return is_removed || value === undefined ? [] : [{ stage: id, status: isStatus(value) ? value : null }];
  });

type MappingDialogProps = { connection: CrmConnection; onClose: () => void };

/** Form for the lead statuses that the stages of deals mean, with a trial on the last deals. */
export default function MappingDialog({ connection, onClose }: MappingDialogProps) {
  const { id, kind, version, stages } = connection;
  const { mutateAsync } = useApiMutation(crmRoutes.updateCrmConnection, [crmRoutes.crmConnections]);
  const preview = useApiMutation(crmRoutes.previewCrmMapping, []);
  const { form, submit, failure, isSending } = useContractForm({
    schema: crmRoutes.updateCrmConnection.body,
    saved: { statuses: toStatuses(stages) },
    toBody: ({ statuses }) => ({ version, mapping: toMapping(stages, statuses) }),
    failureTitle: 'Статусы не сохранены',
    send: async (body) => {
      await mutateAsync({ params: { id }, body });
      void toast.success({ title: 'Статусы сохранены', description: CRM_LABELS[kind] });
      onClose();
    },
  });
  const { statuses } = form.values;
  const select = (stage: string, value: string | null) => {
    preview.reset();
    if (value !== null) form.setFieldValue('statuses', { ...statuses, [stage]: value });
  };
  return (
    <FormDialog
      title={`Стадии и статусы: ${CRM_LABELS[kind]}`}
      label={`Стадии и статусы: ${CRM_LABELS[kind]}`}
      size="lg"
      submitLabel="Сохранить"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        Когда сделка перейдет на стадию, лид получит выбранный статус. Сумма выигранной сделки станет суммой
        лида.
      </Text>
      <table className={classes['stages']}>
        <thead>
          <tr>
            <th>Стадия сделки</th>
            <th>Статус лида</th>
          </tr>
        </thead>
        <tbody>
          {stages.map((stage) => (
            <StageRow
              key={stage.id}
              stage={stage}
              value={statuses[stage.id] ?? null}
              onChange={(value) => select(stage.id, value)}
            />
          ))}
        </tbody>
      </table>
      <Stack gap="xs" align="flex-start">
        <Button
          variant="default"
          loading={preview.isPending}
          onClick={() => preview.mutate({ params: { id }, body: { mapping: toMapping(stages, statuses) } })}
        >
          Проверить на последних сделках
        </Button>
        <MappingPreview preview={preview.data} error={preview.error} />
      </Stack>
    </FormDialog>
  );
}

type StageRowProps = { stage: CrmStage; value: string | null; onChange: (value: string | null) => void };

const StageRow = ({ stage: { name, pipeline, is_removed, is_mapped }, value, onChange }: StageRowProps) => (
  <tr>
    <td>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <Text size="xs" c="dimmed">
        {is_removed ? 'Удалена в CRM' : is_mapped ? pipeline : `${pipeline}, новая стадия`}
      </Text>
    </td>
    <td>
      <Select
        aria-label={`Статус лида для стадии «${name}»`}
        placeholder="Не выбран"
        allowDeselect={false}
        disabled={is_removed}
        data={OPTIONS}
        value={value}
        onChange={onChange}
      />
    </td>
  </tr>
);
