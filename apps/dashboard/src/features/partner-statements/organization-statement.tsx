import { Select, Text } from '@mantine/core';
import { partnerRoutes } from '@referral-dashboard/api-contract';
import { type ReactNode, useState } from 'react';
import { usePartnerOptions } from '@/entities/reference/options.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { Page } from '@/shared/ui/page/page.tsx';
import { StatementPanel } from './statement-panel.tsx';

/** Statement of a partner selected by the organization. The URL contains the partner id. */
export default function OrganizationStatement({ header }: { header: ReactNode }) {
  const { get, change } = useAddress();
  const id = get('partner');
  return (
    <Page width="list">
      {header}
      <StatementPanel
        id={id || undefined}
        select={<PartnerSelect id={id} onSelect={(partner) => change({ partner })} />}
      >
        <Text c="dimmed">Выберите партнера: покажем все, что ему начислено и выплачено за период.</Text>
      </StatementPanel>
    </Page>
  );
}

type PartnerSelectProps = { id: string; onSelect: (id: string | null) => void };

function PartnerSelect({ id, onSelect }: PartnerSelectProps) {
  const [search, setSearch] = useState('');
  const { data } = useApiQuery(partnerRoutes.partner, { params: { id } }, { enabled: id !== '' });
  const name = data?.name ?? '';
  // The field contains the name of the selected partner, which must not be used as the search text.
  const foundOptions = usePartnerOptions(search === name ? '' : search);
  const selectedOption =
    id !== '' && !foundOptions.some(({ value }) => value === id) ? [{ value: id, label: name }] : [];
  return (
    <Select
      label="Партнер"
      placeholder="Имя партнера"
      description="Поиск по имени и телефону"
      searchable
      nothingFoundMessage="Ничего не найдено"
      data={[...selectedOption, ...foundOptions]}
      filter={({ options }) => options}
      value={id || null}
      onChange={onSelect}
      onSearchChange={setSearch}
      allowDeselect={false}
      miw={240}
    />
  );
}
