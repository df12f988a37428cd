import { isInn } from '@referral-dashboard/api-contract';

/** Returns a valid INN of a person, different for each number. */
export function createInn(number: number): string {
  const base = `7719${String(number).padStart(6, '0')}`;
  const inn = Array.from({ length: 100 }, (_, end) => `${base}${String(end).padStart(2, '0')}`).find(isInn);
  if (inn === undefined) throw new Error(`no valid INN starts with ${base}`);
  return inn;
}
