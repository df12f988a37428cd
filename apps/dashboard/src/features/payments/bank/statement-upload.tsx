import { Button, FileButton, Stack } from '@mantine/core';
import { bankStatementRoutes, STATEMENT_BYTES } from '@referral-dashboard/api-contract';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Permitted } from '../../../shared/api/permitted.tsx';
import { useWrite } from '../../../shared/api/use-write.ts';
import { fieldErrorsOf } from '../../../shared/errors/field-errors.ts';
import { type ErrorSentence, errorSentence } from '../../../shared/errors/sentence.ts';
import { base64Of } from '../../../shared/file-data.ts';
import { useAddress } from '../../../shared/list/use-address.ts';
import { Refusal } from '../../../shared/ui/form/refusal.tsx';
import { IconUpload } from '../../../shared/ui/icons.ts';
import { addressOfStatement } from '../payment.ts';

/** Uploads a bank statement. The server parses the file, then the page of the statement opens. */
export function StatementUpload({ isFirst = false }: { isFirst?: boolean }) {
  const { mutate, isPending } = useWrite(bankStatementRoutes.createBankStatement, [
    bankStatementRoutes.bankStatements,
  ]);
  const navigate = useNavigate();
  const { params } = useAddress();
  const [failure, setFailure] = useState<ErrorSentence | null>(null);
  const reset = useRef<() => void>(null);

  async function send(file: File | null) {
    if (file === null) return;
    setFailure(null);
    reset.current?.();
    if (file.size === 0 || file.size > (STATEMENT_BYTES * 3) / 4)
      return setFailure({ title: 'Выписка не загружена', advice: 'Файл пуст или больше 18 МБ.' });
    const body = { name: file.name.slice(0, 200), data: await base64Of(file) };
    mutate(
      { body },
      {
        onSuccess: ({ id }) => void navigate({ search: addressOfStatement(params, id) }),
        onError: (error) => {
          const { fields } = fieldErrorsOf(error, ['data', 'name']);
          const told = Object.values(fields)[0];
          setFailure(
            told === undefined
              ? errorSentence(error, 'Выписка не загружена')
              : { title: 'Выписка не загружена', advice: String(told) },
          );
        },
      },
    );
  }

  return (
    <Permitted call="createBankStatement">
      <Stack gap="xs" align="start">
        <FileButton onChange={(file) => void send(file)} accept=".txt,text/plain" resetRef={reset}>
          {(props) => (
            <Button
              {...props}
              variant={isFirst ? 'filled' : 'default'}
              loading={isPending}
              leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
            >
              Загрузить выписку
            </Button>
          )}
        </FileButton>
        <Refusal failure={failure} />
      </Stack>
    </Permitted>
  );
}
