import { Paper, Text } from '@mantine/core';
import { homeRoutes } from '@referral-dashboard/api-contract';
import { useRead } from '../../shared/api/use-read.ts';
import { PayoutMethods } from './payout-methods.tsx';

/** Where the partner who is signed in is paid, by each organization it works with. */
export function CardMethods() {
  const { data } = useRead(homeRoutes.homeBalance, {});
  return data?.results.map(({ partner, organization }) => (
    <Paper key={partner.id} withBorder p={{ base: 'md', sm: 'lg' }} radius="lg">
      {data.results.length > 1 && <Text c="dimmed">{organization.name}</Text>}
      <PayoutMethods partnerId={partner.id} />
    </Paper>
  ));
}
