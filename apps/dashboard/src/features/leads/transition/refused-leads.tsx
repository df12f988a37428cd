import { List } from '@mantine/core';
import type { LeadBulkResult } from '@referral-dashboard/api-contract';

/** Numbers of refused leads, grouped by reason. */
export const RefusedLeads = ({ refused }: Pick<LeadBulkResult, 'refused'>) =>
  refused.length > 0 && (
    <List>
      {[...Map.groupBy(refused, ({ detail }) => detail)].map(([detail, leads]) => (
        <List.Item key={detail}>
          <b>{leads.map(({ number }) => number).join(', ')}</b> {detail}
        </List.Item>
      ))}
    </List>
  );
