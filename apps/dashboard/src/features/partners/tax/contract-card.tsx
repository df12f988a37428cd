import { Stack, Title } from '@mantine/core';
import type { Partner } from '@referral-dashboard/api-contract';
import { ContractFields } from './contract-fields.tsx';

/** Contract with a partner. The kind sets the title of monthly acts, which also show the contract number and date. */
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
