import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type Program, programRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { generatePath, useNavigate } from 'react-router-dom';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { createLocation, paths } from '@/shared/paths.ts';
import { MoreMenu } from '@/shared/ui/dropdown/more-menu.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { TransitionDialog } from './transition-dialog.tsx';
import { TRANSITIONS, TRANSITIONS_FROM, type TransitionName } from './transitions.ts';

type ProgramActionsProps = {
  program: Program;
  onActivate: () => void;
  isActivating: boolean;
  isReady: boolean;
  onRemoved: () => void;
};

/** Transitions of a program: the next one as a button, the others in a menu. */
export function ProgramActions({
  program,
  onActivate,
  isActivating,
  isReady,
  onRemoved,
}: ProgramActionsProps) {
  const [transition, setTransition] = useState<TransitionName>('pause');
  const [isDialogOpen, { open, close }] = useDisclosure(false);
  const duplication = useApiMutation(programRoutes.duplicateProgram, [programRoutes.programs]);
  const navigate = useNavigate();
  const { id, status } = program;

  const handleCopy = async () => {
    try {
      const duplicatedProgram = await duplication.mutateAsync({ params: { id }, body: {} });
      void toast.success({ title: 'Копия создана', description: `«${duplicatedProgram.name}», черновик` });
      await navigate(
        createLocation(generatePath(paths.program, { id: duplicatedProgram.id }), { tab: 'terms' }),
      );
    } catch (error) {
      showErrorToast(error, 'Копия не создана', '');
    }
  };
  const openDialog = (nextTransition: TransitionName) => {
    setTransition(nextTransition);
    open();
  };
  return (
    <>
      {(status === 'draft' || status === 'paused') && (
        <Button onClick={onActivate} loading={isActivating} disabled={!isReady}>
          {status === 'draft' ? 'Включить' : 'Возобновить'}
        </Button>
      )}
      <MoreMenu label="Действия с программой">
        <Menu.Item onClick={() => void handleCopy()}>Создать копию</Menu.Item>
        {TRANSITIONS_FROM[status].map((name) => (
          <Menu.Item
            key={name}
            onClick={() => openDialog(name)}
            {...(TRANSITIONS[name].isDangerous && { color: 'red' })}
          >
            {TRANSITIONS[name].verb}
          </Menu.Item>
        ))}
      </MoreMenu>
      <TransitionDialog
        program={program}
        transition={transition}
        isOpen={isDialogOpen}
        onClose={close}
        onRemoved={onRemoved}
      />
    </>
  );
}
