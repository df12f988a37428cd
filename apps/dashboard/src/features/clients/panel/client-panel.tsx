import { clientRoutes } from '@referral-dashboard/api-contract';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { PanelFrame } from '@/shared/list/panel/panel-frame.tsx';
import { PanelPlaceholder } from '@/shared/list/panel/panel-placeholder.tsx';
import { type AnyClient, isFullClient } from '../client.ts';
import { Sales } from '../sale/sales.tsx';
import { ClientAttachments } from './client-attachments.tsx';
import { ClientContacts } from './client-contacts.tsx';
import { ClientFigures } from './client-figures.tsx';
import { ClientHistory } from './client-history.tsx';
import { ClientIncome } from './client-income.tsx';
import { PartnerClientDetails } from './partner-client-details.tsx';

type ClientPanelProps = { id: string; item: AnyClient | undefined };

const PANEL_TEXTS = { title: 'Клиент', failed: 'Клиент не открылся', missing: 'Такого клиента нет' };

/** Panel of a client: attachments, sales with rewards, contacts and history. Partners see fewer sections. */
export default function ClientPanel({ id, item }: ClientPanelProps) {
  const read = useApiQuery(clientRoutes.client, { params: { id } }, { placeholder: item });
  const { data: client, error, refetch } = read;
  if (client === undefined)
    return <PanelPlaceholder error={error} onRetry={() => void refetch()} titles={PANEL_TEXTS} />;
  return (
    <PanelFrame number={client.number} title={client.name}>
      <ClientFigures client={client} />
      {isFullClient(client) ? (
        <>
          <ClientAttachments client={client} />
          <Sales client={client} />
          <ClientContacts client={client} />
          <ClientHistory id={client.id} />
        </>
      ) : (
        <>
          <PartnerClientDetails client={client} />
          <Sales client={client} />
          <ClientIncome id={client.id} />
        </>
      )}
    </PanelFrame>
  );
}
