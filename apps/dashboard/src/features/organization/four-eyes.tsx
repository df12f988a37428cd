import { Paper, Stack, Switch, Title } from '@mantine/core';
import { organizationRoutes } from '@referral-dashboard/api-contract';
import { useRead } from '../../shared/api/use-read.ts';
import { useWrite } from '../../shared/api/use-write.ts';
import { errorSentence } from '../../shared/errors/sentence.ts';
import { PartProblem } from '../../shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '../../shared/ui/feedback/text-skeleton.tsx';
import { toast } from '../../shared/ui/toast/toast.ts';

/** The rule that whoever formed a payment does not approve it. */
export function FourEyes() {
  const { data, error, refetch } = useRead(organizationRoutes.organization, {});
  const { mutate, isPending, variables } = useWrite(organizationRoutes.updateOrganization, [
    organizationRoutes.organization,
  ]);
  const isOn = isPending ? variables.body.four_eyes : data?.four_eyes;
  const change = (four_eyes: boolean) =>
    mutate(
      { body: { four_eyes } },
      {
        onSuccess: () =>
          void toast.success({
            title: 'Сохранено',
            description: four_eyes
              ? 'Выплату утверждает не тот, кто ее сформировал'
              : 'Выплату может утвердить и тот, кто ее сформировал',
          }),
        onError: (failure) => {
          const { title, advice } = errorSentence(failure, 'Правило не изменено');
          void toast.error({ title, description: advice || 'Повторите попытку' });
        },
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
          <Switch
            label="Утверждает не тот, кто сформировал"
            description="Выплату, которую сформировал один сотрудник, должен утвердить другой"
            checked={isOn ?? false}
            disabled={isPending}
            onChange={(event) => change(event.currentTarget.checked)}
          />
        ) : error ? (
          <PartProblem error={error} what="Правила не загрузились" onRetry={() => void refetch()} />
        ) : (
          <TextSkeleton lines={2} />
        )}
      </Stack>
    </Paper>
  );
}
