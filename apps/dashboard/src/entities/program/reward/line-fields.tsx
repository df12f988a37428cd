import { lazy, Suspense } from 'react';
import type { LineFieldsProps } from './line-list.tsx';
import { MoreFields } from './more-fields.tsx';

// Most programs have one rate.
const LineList = lazy(() => import('./line-list.tsx'));

/** Rates for sales that meet conditions. Closed until there is one. `program` offers its links. */
export const LineFields = ({ form, program }: LineFieldsProps) => (
  <MoreFields label="Особые ставки" isKept={form.values.reward.lines.length > 0}>
    <Suspense fallback={null}>
      <LineList form={form} program={program} />
    </Suspense>
  </MoreFields>
);
