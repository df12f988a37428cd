import { CLOSING_LABELS, type Statement } from '@referral-dashboard/api-contract';

/** Rows below the closing balance in files: its parts by status. */
export const CLOSING_PARTS = (Object.keys(CLOSING_LABELS) as (keyof Statement['closing'])[]).map((name) => ({
  name,
  label: `в том числе ${CLOSING_LABELS[name]}`,
}));
