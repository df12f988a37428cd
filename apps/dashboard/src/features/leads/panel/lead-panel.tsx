import { Stack, Text } from '@mantine/core';
import { leadRoutes } from '@referral-dashboard/api-contract';
import { Status } from '@/entities/status/status.tsx';
import { StatusMeaning } from '@/entities/status/status-meaning.tsx';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { PanelFrame } from '@/shared/list/panel/panel-frame.tsx';
import { PanelPlaceholder } from '@/shared/list/panel/panel-placeholder.tsx';
import { type AnyLead, getReasonLabel, isFullLead } from '../lead.ts';
import { LeadTransitions } from '../transition/lead-transitions.tsx';
import { LeadChecks } from './lead-checks.tsx';
import { LeadDetails } from './lead-details.tsx';
import { LeadHistory } from './lead-history.tsx';
import { LeadReward } from './lead-reward.tsx';

type LeadPanelProps = { id: string; item: AnyLead | undefined };

const PANEL_TEXTS = { title: 'Лид', failed: 'Лид не открылся', missing: 'Такого лида нет' };

export default function LeadPanel({ id, item }: LeadPanelProps) {
  const {
    data: lead,
    error,
    refetch,
  } = useApiQuery(leadRoutes.lead, { params: { id } }, { placeholder: item });
  if (lead === undefined)
    return <PanelPlaceholder error={error} onRetry={() => void refetch()} titles={PANEL_TEXTS} />;
  const reason = lead.reason_code && getReasonLabel(lead.reason_code);
  const comment = isFullLead(lead) && lead.reason_comment;
  return (
    <PanelFrame
      number={lead.number}
      title={lead.name}
      status={<Status kind="lead" state={lead.status} isPill />}
    >
      <Stack gap="xs">
        <StatusMeaning kind="lead" state={lead.status} />
        {(reason || comment) && (
          <Text>{reason ? `Причина: ${[reason, comment].filter(Boolean).join('. ')}` : comment}</Text>
        )}
      </Stack>
      <PermissionGate call="transitionLead">
        {isFullLead(lead) && <LeadTransitions lead={lead} />}
      </PermissionGate>
      <LeadReward lead={lead} />
      <LeadDetails lead={lead} />
      {isFullLead(lead) && <LeadChecks lead={lead} />}
      <LeadHistory id={id} />
    </PanelFrame>
  );
}
