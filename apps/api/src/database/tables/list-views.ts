import type { ListName } from '@referral-dashboard/api-contract';

export type ListViewsTable = {
  id: string;
  user_id: string;
  list: ListName;
  name: string;
  /** Names that differ in case and blanks alone are one name. */
  name_key: string;
  query: string;
  created_at: Date;
};
