import { Button, FileButton, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import {
  IMPORT_KIND_LABELS,
  IMPORT_POSITIONS,
  type ImportKind,
  importRoutes,
  MAX_IMPORT_BYTES,
} from '@referral-dashboard/api-contract';
import { useAuthState } from '@referral-dashboard/react-auth';
import { useRef, useState } from 'react';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { encodeBase64 } from '@/shared/encode-base64.ts';
import { type ErrorText, explainError } from '@/shared/errors/explain-error.ts';
import { saveFile } from '@/shared/list/export/download.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { ActionError } from '@/shared/ui/form/action-error.tsx';
import { IconDownload, IconUpload } from '@/shared/ui/icons.ts';
import { NotPermittedNotice } from '@/shared/ui/page/not-permitted-notice.tsx';
import { SideScroller, scrollTabIntoView } from '@/shared/ui/side-scroller.tsx';
import { createTemplate, KINDS } from '../import.ts';
import classes from '../imports.module.css';
import { LatestImports } from '../latest-imports.tsx';

const FAILURE = 'Файл не загружен';

/** Kinds that the employee may import. */
function useKinds(): ImportKind[] {
  const position = useAuthState(({ user }) => user?.['position']);
  const isPermitted = useIsPermitted('createImport');
  if (!isPermitted) return [];
  // Sessions stored before job positions existed have none.
  return (Object.keys(KINDS) as ImportKind[]).filter(
    (kind) => position === undefined || IMPORT_POSITIONS[kind].some((one) => one === position),
  );
}

/** First step: the kind of the objects, and the file. */
export function UploadStep() {
  const kinds = useKinds();
  const { get, change } = useAddress();
  const kind = kinds.find((one) => one === get('kind')) ?? kinds[0];
  const upload = useUpload();
  if (kind === undefined)
    return <NotPermittedNotice>Файлы загружают владельцы, менеджеры и бухгалтеры.</NotPermittedNotice>;
  return (
    <Stack gap="lg">
      {kinds.length > 1 && (
        <SideScroller>
          <SegmentedControl
            ref={scrollToActive}
            aria-label="Что загрузить"
            data={kinds.map((value) => ({ value, label: IMPORT_KIND_LABELS[value] }))}
            value={kind}
            onChange={(value) => change({ kind: value }, { replace: true })}
          />
        </SideScroller>
      )}
      <DropZone isBusy={upload.isPending} onFile={(file) => void upload.send(kind, file)} />
      <ActionError failure={upload.failure} />
      <Group>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          onClick={() =>
            saveFile({ blob: createTemplate(kind), name: `${IMPORT_KIND_LABELS[kind]}, образец.csv` })
          }
        >
          Скачать образец
        </Button>
        <Text c="dimmed">Строка в нем только для примера: удалите ее</Text>
      </Group>
      <LatestImports kind={kind} />
    </Stack>
  );
}

/** Ref callback: on a narrow screen the kind of the link may be outside. */
const scrollToActive = (control: HTMLElement | null) =>
  scrollTabIntoView(control?.querySelector<HTMLElement>('label[data-active]') ?? null);

function useUpload() {
  const { mutate, isPending } = useApiMutation(importRoutes.createImport, [importRoutes.imports]);
  const { change } = useAddress();
  const [failure, setFailure] = useState<ErrorText | null>(null);
  async function send(kind: ImportKind, file: File) {
    setFailure(null);
    if (file.size === 0 || file.size > MAX_IMPORT_BYTES)
      return setFailure({ title: FAILURE, advice: 'Файл пуст или больше 10 МБ.' });
    const body = { kind, name: file.name.slice(0, 200), data: await encodeBase64(file) };
    mutate(
      { body },
      {
        onSuccess: ({ id }) => change({ id }),
        onError: (error) => setFailure(explainError(error, FAILURE).alert),
      },
    );
  }
  return { send, isPending, failure };
}

type DropZoneProps = { isBusy: boolean; onFile: (file: File) => void };

/** Area with a button that selects a file. A file may also be dropped anywhere on the page. */
function DropZone({ isBusy, onFile }: DropZoneProps) {
  const isOver = useDroppedFile(isBusy, onFile);
  const resetInput = useRef<() => void>(null);
  const handleChange = (file: File | null) => {
    if (file === null) return;
    resetInput.current?.();
    onFile(file);
  };
  return (
    <section aria-label="Файл" className={classes['drop']} data-over={isOver || undefined}>
      <FileButton onChange={handleChange} accept=".csv,.txt,.xlsx" resetRef={resetInput}>
        {(props) => (
          <Button
            {...props}
            loading={isBusy}
            leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
          >
            Выбрать файл
          </Button>
        )}
      </FileButton>
      <Text c="dimmed" ta="center">
        или перетащите его сюда. Подойдет CSV или XLSX до 10 МБ и 50 000 строк
      </Text>
    </section>
  );
}

/** Takes files dropped on the page, which the browser would open instead of the page. Returns whether one is dragged over it. */
function useDroppedFile(isBusy: boolean, onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);
  useWindowEvent('dragover', (event) => {
    event.preventDefault();
    setOver(true);
  });
  useWindowEvent('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) setOver(false);
  });
  useWindowEvent('drop', (event) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer?.files ?? [];
    if (file !== undefined && !isBusy) onFile(file);
  });
  return isOver;
}
