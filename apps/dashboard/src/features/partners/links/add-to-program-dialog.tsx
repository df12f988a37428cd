import { Select, Text } from '@mantine/core';
import { type Partner, partnerRoutes, programRoutes } from '@referral-dashboard/api-contract';
import { type FormEvent, useState } from 'react';
import { useProgramOptions } from '@/entities/reference/options.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { getPartnerName } from '../partner.ts';

type AddToProgramDialogProps = { partner: Partner; onClose: () => void };

/** Dialog for adding a partner to a program. The partner gets a link. */
export default function AddToProgramDialog({ partner, onClose }: AddToProgramDialogProps) {
  const { mutate, isPending, error } = useApiMutation(programRoutes.enroll, [
    partnerRoutes.partners,
    programRoutes.programs,
  ]);
  const [program, setProgram] = useState<string | null>(null);
  const [isProgramMissing, setProgramMissing] = useState(false);
  const programs = useProgramOptions('');

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setProgramMissing(program === null);
    if (program === null || isPending) return;
    mutate(
      { params: { id: program }, body: { partner: partner.id } },
      {
        onSuccess: (enrollment) => {
          onClose();
          void toast.success({
            title: 'Партнер добавлен в программу',
            description: `${enrollment.program.name}: ссылка появилась в карточке`,
          });
        },
      },
    );
  };
  return (
    <FormDialog
      title="Добавить в программу"
      submitLabel="Добавить"
      isSending={isPending}
      failure={error && explainError(error, 'Партнер не добавлен в программу').alert}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Text>{getPartnerName(partner)} получит ссылку программы сразу, без заявки.</Text>
      <Select
        label="Программа"
        placeholder="Выберите программу"
        searchable
        data={programs}
        value={program}
        onChange={setProgram}
        error={isProgramMissing && 'Выберите программу'}
        nothingFoundMessage="Ничего не найдено"
        data-autofocus
      />
    </FormDialog>
  );
}
