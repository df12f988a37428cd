import { Anchor, Stack } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import type { LineFieldsProps } from './line-list.tsx';

// Most programs have one rate.
const LineList = lazy(() => import('./line-list.tsx'));

/** Rates for sales that meet conditions. Closed until there is one. `program` offers its links. */
export function LineFields({ form, program }: LineFieldsProps) {
  const { lines } = form.values.reward;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isShown = isOpen || lines.length > 0;
  return (
    <Stack gap="md" align="flex-start">
      <Anchor
        component="button"
        type="button"
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setOpen(!isShown)}
      >
        Особые ставки
      </Anchor>
      {isShown && (
        <Suspense fallback={null}>
          <LineList form={form} program={program} id={id} />
        </Suspense>
      )}
    </Stack>
  );
}
