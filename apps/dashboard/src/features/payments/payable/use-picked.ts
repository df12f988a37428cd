import { useState } from 'react';
import type { Due } from '../payment.ts';

export type Picked = ReturnType<typeof usePicked>;

/** Whether a partner can be paid as things are. */
export const isReady = ({ blockers }: Due) => blockers.length === 0;

/** Partners to be paid, with what they are due. They outlive the turning of a page. */
export function usePicked() {
  const [picked, setPicked] = useState<ReadonlyMap<string, Due>>(new Map());
  const change = (edit: (map: Map<string, Due>) => void) =>
    setPicked((before) => {
      const after = new Map(before);
      edit(after);
      return after;
    });
  const dues = [...picked.values()];
  return {
    dues,
    count: dues.length,
    sum_kop: dues.reduce((sum, { available_kop }) => sum + available_kop, 0),
    has: ({ partner }: Due) => picked.has(partner.id),
    toggle: (due: Due) => change((map) => map.delete(due.partner.id) || map.set(due.partner.id, due)),
    /** All of these, or none of them when all are picked already. */
    toggleAll: (page: readonly Due[]) =>
      change((map) => {
        const isAll = page.every(({ partner }) => map.has(partner.id));
        for (const due of page)
          if (isAll) map.delete(due.partner.id);
          else map.set(due.partner.id, due);
      }),
    clear: () => setPicked(new Map()),
  };
}
