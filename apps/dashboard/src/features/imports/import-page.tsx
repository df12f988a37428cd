import {
  IMPORT_DAYS,
  IMPORT_KIND_LABELS,
  type ImportView,
  importRoutes,
  isWorkingImport,
} from '@referral-dashboard/api-contract';
import { Fragment, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatCount } from '@/shared/format/count.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { LoadProblem } from '@/shared/ui/feedback/load-problem.tsx';
import { Notice } from '@/shared/ui/feedback/notice.tsx';
import { PanelSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { IconUpload } from '@/shared/ui/icons.ts';
import { Page } from '@/shared/ui/page/page.tsx';
import { AnotherFile } from './another-file.tsx';
import { hasRows } from './import.ts';
import classes from './imports.module.css';
import { CheckedStep } from './steps/checked-step.tsx';
import { ColumnsStep } from './steps/columns-step.tsx';
import { ProgressStep } from './steps/progress-step.tsx';
import { ResultStep } from './steps/result-step.tsx';
import { UploadStep } from './steps/upload-step.tsx';

const POLL_MS = 1000;

type Step = { name: string; content: ReactNode };

/** Import of a table in four steps. The import is in the URL, so that it survives a reload. */
export function ImportPage() {
  const { get } = useAddress();
  const id = get('id');
  const read = useOpenImport(id);
  const view = id === '' ? undefined : read.data;
  const step = findStep(id, read, get('step') === 'columns');
  const content = useLostFocus<HTMLElement>(step.name);
  const kind = view && `${IMPORT_KIND_LABELS[view.kind]}. `;
  return (
    <Page subject={view?.name ?? ''} aside={step.name && `${kind ?? ''}${step.name}`}>
      <section ref={content} tabIndex={-1} aria-label={step.name || 'Загрузка'} className={classes['step']}>
        <Fragment key={id}>{step.content}</Fragment>
      </section>
    </Page>
  );
}

/**
 * Focuses the element of the returned ref when a step replaces the focused button, so that the keyboard stays in the page and screen readers
 * read the name of the step.
 */
function useLostFocus<Target extends HTMLElement>(step: string): RefObject<Target | null> {
  const target = useRef<Target>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    const isFirst = shown.current === '';
    shown.current = step;
    if (!isFirst && document.activeElement === document.body) target.current?.focus({ preventScroll: true });
  }, [step]);
  return target;
}

function useOpenImport(id: string) {
  const input = { params: { id } };
  const read = useApiQuery(importRoutes.import, input, { isLive: true, enabled: id !== '' });
  const isPolled = id !== '' && read.data !== undefined && isWorkingImport(read.data.state);
  useApiQuery(importRoutes.import, input, { enabled: isPolled, refetchIntervalMs: POLL_MS });
  return read;
}

function findStep(id: string, read: ReturnType<typeof useOpenImport>, isEditing: boolean): Step {
  if (id === '') return { name: 'Шаг 1 из 4: файл', content: <UploadStep /> };
  if (read.data !== undefined) return findOpenStep(read.data, isEditing);
  if (read.error)
    return {
      name: '',
      content: <LoadProblem read={read} title="Загрузка не открылась" notFound={<NoSuchImport />} />,
    };
  return {
    name: '',
    content: (
      <div role="status" aria-label="Загрузка открывается">
        <PanelSkeleton lines={8} />
      </div>
    ),
  };
}

function findOpenStep(view: ImportView, isEditing: boolean): Step {
  const { state } = view;
  if (state === 'uploaded' || (state === 'checked' && isEditing))
    return {
      name: 'Шаг 2 из 4: столбцы',
      content: hasRows(view) ? <ColumnsStep view={view} /> : <ErasedFile view={view} />,
    };
  if (state === 'checking') return { name: 'Шаг 3 из 4: проверка', content: <ProgressStep view={view} /> };
  if (state === 'checked')
    return {
      name: 'Шаг 3 из 4: проверка',
      content: hasRows(view) ? <CheckedStep view={view} /> : <ErasedFile view={view} />,
    };
  if (state === 'running') return { name: 'Шаг 4 из 4: загрузка', content: <ProgressStep view={view} /> };
  if (state === 'undoing') return { name: 'Отмена загрузки', content: <ProgressStep view={view} /> };
  return { name: 'Шаг 4 из 4: результат', content: <ResultStep view={view} /> };
}

const NoSuchImport = () => (
  <Notice icon={<IconUpload size={28} stroke={1.75} />} title="Такой загрузки нет">
    Возможно, ссылка неполная или загрузка другой организации.
  </Notice>
);

const ErasedFile = ({ view: { kind } }: { view: ImportView }) => (
  <Notice
    icon={<IconUpload size={28} stroke={1.75} />}
    title="Строк этого файла больше нет"
    actions={<AnotherFile kind={kind} />}
  >
    Мы храним их {formatCount(IMPORT_DAYS, ['день', 'дня', 'дней'])}. Чтобы продолжить, загрузите файл еще
    раз.
  </Notice>
);
