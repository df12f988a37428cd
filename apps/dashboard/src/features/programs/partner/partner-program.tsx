import { Alert, Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ProgramForPartner, programRoutes } from '@referral-dashboard/api-contract';
import { Status } from '@/entities/status/status.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import { Confirm } from '@/shared/ui/dialog/confirm.tsx';
import { Page } from '@/shared/ui/page/page.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { canJoin, canLeave } from './enrollment.ts';
import { ProgramFigures } from './program-figures.tsx';
import { ProgramLinks } from './program-links.tsx';
import { ProgramTerms } from './program-terms.tsx';

const STALE_ROUTES = [programRoutes.programs];

/** Page of a program for a partner: links, statistics and terms, without editing. */
export function PartnerProgram({ program }: { program: ProgramForPartner }) {
  const join = useApiMutation(programRoutes.joinProgram, STALE_ROUTES);
  const leave = useApiMutation(programRoutes.leaveProgram, STALE_ROUTES);
  const [isConfirmOpen, { open, close }] = useDisclosure(false);
  const { id, name, enrollment } = program;
  const params = { id };

  const handleJoin = () =>
    join.mutate(
      { params },
      {
        onSuccess: ({ status }) =>
          void toast.success(
            status === 'active'
              ? { title: 'Вы участвуете', description: 'Ваша ссылка готова' }
              : { title: 'Заявка отправлена', description: 'Организация рассмотрит ее' },
          ),
      },
    );
  const handleLeave = () =>
    leave.mutate(
      { params },
      {
        onSuccess: () => {
          close();
          void toast.success({ title: 'Вы вышли из программы', description: `«${name}»` });
        },
      },
    );
  return (
    <Page
      width="form"
      subject={name}
      aside={
        enrollment && (
          <Text component="span">
            <Status kind="enrollment" state={enrollment.status} isPill />
          </Text>
        )
      }
      actions={
        canJoin(program) ? (
          <Button onClick={handleJoin} loading={join.isPending}>
            {program.join_policy === 'open' || enrollment?.status === 'invited'
              ? 'Вступить'
              : 'Подать заявку'}
          </Button>
        ) : canLeave(program) ? (
          <Button variant="default" onClick={open}>
            Выйти из программы
          </Button>
        ) : undefined
      }
    >
      <Stack gap="lg">
        {join.isError && (
          <Alert role="alert" color="red" title={explainError(join.error, 'Вступить не удалось').alert.title}>
            {explainError(join.error, 'Вступить не удалось').alert.advice}
          </Alert>
        )}
        <ProgramLinks program={program} />
        {enrollment && <ProgramFigures figures={program.figures} />}
        <ProgramTerms program={program} />
      </Stack>
      <Confirm
        isOpen={isConfirmOpen}
        title="Выйти из программы?"
        confirmLabel="Выйти"
        isDangerous
        isBusy={leave.isPending}
        failure={leave.isError ? explainError(leave.error, 'Выйти не удалось').alert : null}
        onConfirm={handleLeave}
        onClose={close}
      >
        Ваши ссылки в этой программе перестанут принимать заявки. Начисленное останется за вами.
      </Confirm>
    </Page>
  );
}
