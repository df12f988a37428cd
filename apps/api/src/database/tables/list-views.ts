import type { ListName } from '@referral-dashboard/api-contract';

export type ListViewsTable = {
  id: string;
  user_id: string;
  list: ListName;
  name: string;
  /** Name for comparisons: case and spaces make no difference. */
  name_key: string;
  query: string;
  created_at: Date;
};
