import { Stack, Title } from '@mantine/core';
import type { Partner } from '@referral-dashboard/api-contract';
import { ContractFields } from './contract-fields.tsx';

/** Contract with a partner: its kind names the act of a month, its number and day stand in it. */
export default function ContractCard({ partner }: { partner: Partner }) {
  return (
    <section aria-labelledby="contract">
      <Stack gap="md">
        <Title order={2} id="contract">
          Договор
        </Title>
        <ContractFields partner={partner} />
      </Stack>
    </section>
  );
}
