import { Paper, Stack, Switch, Title } from '@mantine/core';
import {
  ORGANIZATION_FIELD_LABELS,
  type OrganizationPatch,
  organizationRoutes,
} from '@referral-dashboard/api-contract';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';

/** Rules for payment approval. */
export function PaymentRules() {
  const { data, error, refetch } = useApiQuery(organizationRoutes.organization, {});
  const { mutate, isPending, variables } = useApiMutation(organizationRoutes.updateOrganization, [
    organizationRoutes.organization,
  ]);
  const { four_eyes, separate_approver } = { ...data, ...(isPending && variables.body) };
  const saveRule = (body: OrganizationPatch, description: string) =>
    mutate(
      { body },
      {
        onSuccess: () => void toast.success({ title: 'Сохранено', description }),
        onError: (mutationError) => showErrorToast(mutationError, 'Правило не изменено'),
      },
    );
  return (
    <Paper
      withBorder
      p={{ base: 'md', sm: 'lg' }}
      radius="lg"
      component="section"
      aria-label="Правила выплат"
    >
      <Stack gap="md">
        <Title order={2}>Правила выплат</Title>
        {data ? (
          <>
            <Switch
              label={ORGANIZATION_FIELD_LABELS.four_eyes}
              description="Выплату и реестр утверждает сотрудник, который их не формировал и не менял в них состав, сумму и реквизиты"
              checked={four_eyes ?? false}
              disabled={isPending}
              onChange={({ currentTarget: { checked } }) =>
                saveRule(
                  { four_eyes: checked },
                  checked
                    ? 'Выплату утверждает не тот, кто ее сформировал'
                    : 'Выплату может утвердить и тот, кто ее сформировал',
                )
              }
            />
            <Switch
              label="И не тот, кто добавил начисление или реквизиты"
              description={
                four_eyes
                  ? 'Сотрудник не утверждает выплату, если сам начислил в нее бонус, снял начисление с проверки или указал реквизиты'
                  : 'Сначала включите первое правило'
              }
              checked={(four_eyes && separate_approver) ?? false}
              disabled={isPending || !four_eyes}
              onChange={({ currentTarget: { checked } }) =>
                saveRule(
                  { separate_approver: checked },
                  checked
                    ? 'Выплату утверждает не тот, кто добавил в нее начисление или реквизиты'
                    : 'Выплату может утвердить и тот, кто добавил в нее начисление или реквизиты',
                )
              }
            />
          </>
        ) : error ? (
          <PartProblem error={error} title="Правила не загрузились" onRetry={() => void refetch()} />
        ) : (
          <TextSkeleton lines={4} />
        )}
      </Stack>
    </Paper>
  );
}
