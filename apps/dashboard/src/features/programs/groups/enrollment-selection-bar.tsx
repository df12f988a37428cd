import { Button } from '@mantine/core';
import type { EnrollmentWithFigures, Group, Program } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { SelectionBar } from '@/shared/list/selection/selection-bar.tsx';
import type { Selection } from '@/shared/list/selection/use-selection.ts';

const AssignGroupDialog = lazy(() => import('./assign-group-dialog.tsx'));

/** Largest number of partners that one assignment moves. */
const MAX_PARTNERS = 1000;

type EnrollmentSelectionBarProps = {
  program: Program;
  groups: readonly Group[];
  selection: Selection<EnrollmentWithFigures>;
  /** Number of partners that match the filter; undefined if it is not known. */
  total: number | undefined;
};

/** Bulk action for the selected partners of a program. */
export function EnrollmentSelectionBar({ program, groups, selection, total }: EnrollmentSelectionBarProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <SelectionBar
        selection={selection}
        total={total !== undefined && total <= MAX_PARTNERS ? total : undefined}
      >
        <Button onClick={() => setOpen(true)}>Перевести в группу</Button>
      </SelectionBar>
      <Suspense fallback={null}>
        {isOpen && (
          <AssignGroupDialog
            program={program}
            groups={groups}
            selection={selection}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
