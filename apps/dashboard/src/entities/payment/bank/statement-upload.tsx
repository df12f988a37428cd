import { Button, FileButton } from '@mantine/core';
import { bankDocumentRoutes, bankStatementRoutes, STATEMENT_BYTES } from '@referral-dashboard/api-contract';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { encodeBase64 } from '@/shared/encode-base64.ts';
import { type ErrorText, explainError } from '@/shared/errors/explain-error.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { ActionError } from '@/shared/ui/form/action-error.tsx';
import { IconUpload } from '@/shared/ui/icons.ts';
import { useIsNarrow } from '@/shared/ui/viewport/use-viewport.ts';
import { statementUrl } from '../payment.ts';

const LABEL = 'Загрузить выписку';

/** Uploads a bank statement. The server parses the file, then the page of the statement opens. */
export function useStatementUpload() {
  const { mutate, isPending } = useApiMutation(bankStatementRoutes.createBankStatement, [
    bankStatementRoutes.bankStatements,
    bankDocumentRoutes.listedBankDocuments,
  ]);
  const navigate = useNavigate();
  const { params } = useAddress();
  const [failure, setFailure] = useState<ErrorText | null>(null);

  async function send(file: File) {
    setFailure(null);
    if (file.size === 0 || file.size > (STATEMENT_BYTES * 3) / 4)
      return setFailure({ title: 'Выписка не загружена', advice: 'Файл пуст или больше 18 МБ.' });
    const body = { name: file.name.slice(0, 200), data: await encodeBase64(file) };
    mutate(
      { body },
      {
        onSuccess: ({ id }) => void navigate({ search: statementUrl(params, id) }),
        onError: (error) => setFailure(explainError(error, 'Выписка не загружена').alert),
      },
    );
  }
  return { send, isPending, failure };
}

/** Header and button of a list to which bank statements are uploaded. A failed upload is reported below the header. */
export function useListWithUpload(header: ReactNode) {
  const upload = useStatementUpload();
  const isNarrow = useIsNarrow();
  return {
    header: (
      <>
        {header}
        <ActionError failure={upload.failure} />
      </>
    ),
    actions: <StatementUpload upload={upload} isShort={isNarrow} />,
  };
}

type StatementUploadProps = {
  /** The screen shows its `failure` below the buttons or above the list, where nothing moves. */
  upload: ReturnType<typeof useStatementUpload>;
  isMain?: boolean;
  /** Shortens the label, next to other buttons on a phone. */
  isShort?: boolean;
};

/** Button that selects and uploads a bank statement. */
export function StatementUpload({ upload, isMain = false, isShort = false }: StatementUploadProps) {
  const resetInput = useRef<() => void>(null);
  const handleChange = (file: File | null) => {
    if (file === null) return;
    resetInput.current?.();
    void upload.send(file);
  };
  return (
    <PermissionGate call="createBankStatement">
      <FileButton onChange={handleChange} accept=".txt,text/plain" resetRef={resetInput}>
        {(props) => (
          <Button
            {...props}
            aria-label={LABEL}
            variant={isMain ? 'filled' : 'default'}
            loading={upload.isPending}
            leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
          >
            {isShort ? 'Загрузить' : LABEL}
          </Button>
        )}
      </FileButton>
    </PermissionGate>
  );
}
