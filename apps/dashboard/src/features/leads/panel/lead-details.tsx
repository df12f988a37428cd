import { Anchor, Button, Group } from '@mantine/core';
import {
  isDeal,
  LEAD_FIELD_NAMES,
  LEAD_FIELDS,
  LEAD_SOURCE_LABELS,
  type Lead,
  type LeadField,
  UTM_TAGS,
} from '@referral-dashboard/api-contract';
import { lazy, Suspense } from 'react';
import { generatePath, Link } from 'react-router-dom';
import { CLIENTS_VIEW } from '@/entities/lead/views.ts';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useDraftDialog } from '@/shared/drafts/use-draft-dialog.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { PanelSection } from '@/shared/list/panel/panel-section.tsx';
import { createLocation, paths } from '@/shared/paths.ts';
import { CopyIcon } from '@/shared/ui/copy-icon.tsx';
import { Fact, Facts } from '@/shared/ui/facts.tsx';
import { PhoneLinks } from '@/shared/ui/phone-links.tsx';
import { useIsNarrow } from '@/shared/ui/viewport/use-viewport.ts';
import { type AnyLead, getLeadDraftKey, isFullLead } from '../lead.ts';
import classes from '../leads.module.css';
import { getTransferDraftKey } from '../transfer/use-transfer-form.ts';

const EditLeadDialog = lazy(() => import('../form/edit-lead-dialog.tsx'));
const TransferLeadDialog = lazy(() => import('../transfer/transfer-lead-dialog.tsx'));

function EditLeadButton({ lead }: { lead: Lead }) {
  const { isOpen, open, close } = useDraftDialog(getLeadDraftKey(lead));
  return (
    <>
      <Button size="compact-sm" h={32} variant="subtle" onClick={open}>
        Изменить
      </Button>
      <Suspense fallback={null}>{isOpen && <EditLeadDialog lead={lead} onClose={close} />}</Suspense>
    </>
  );
}

function TransferLeadButton({ lead }: { lead: Lead }) {
  const { isOpen, open, close } = useDraftDialog(getTransferDraftKey(lead));
  return (
    <>
      <Button size="compact-sm" h={32} mx={-8} variant="subtle" onClick={open}>
        {lead.partner ? 'Передать другому' : 'Передать партнеру'}
      </Button>
      <Suspense fallback={null}>{isOpen && <TransferLeadDialog lead={lead} onClose={close} />}</Suspense>
    </>
  );
}

const ReferenceLink = ({ path, target }: { path: string; target: { id: string; name: string } }) => (
  <Anchor component={Link} to={generatePath(path, { id: target.id })}>
    {target.name}
  </Anchor>
);

/** UTM tags of the client's visit, one per line. */
const formatTags = ({ visit }: AnyLead) => {
  const tags = UTM_TAGS.filter((tag) => visit[tag] !== '').map((tag) => `${tag}: ${visit[tag]}`);
  return tags.length > 0 && <span className={classes['pre']}>{tags.join('\n')}</span>;
};

function FieldValue({ name, text }: { name: LeadField; text: string }) {
  if (name !== 'email') return <span className={classes['pre']}>{text}</span>;
  return (
    <>
      <Anchor href={`mailto:${text}`}>{text}</Anchor>
      <CopyIcon target="почту" text={text} />
    </>
  );
}

/** Fields of a lead and its source. Partners see fewer fields. */
export function LeadDetails({ lead }: { lead: AnyLead }) {
  const { formatMoment } = useDates();
  return (
    <PanelSection
      label="Сведения"
      action={
        <PermissionGate call="updateLead">
          {isFullLead(lead) && <EditLeadButton lead={lead} />}
        </PermissionGate>
      }
    >
      <Facts labelWidth={useIsNarrow() ? 104 : 128}>
        <Fact label="Телефон">
          <PhoneLinks phone={lead.phone} />
        </Fact>
        {isFullLead(lead) && (
          <>
            {LEAD_FIELD_NAMES.filter((name) => name !== 'name').map((name) => (
              <Fact key={name} label={LEAD_FIELDS[name].label}>
                {lead[name] && <FieldValue name={name} text={lead[name]} />}
              </Fact>
            ))}
          </>
        )}
        <Fact label={isDeal(lead.status) ? 'Сумма сделки' : 'Сумма несостоявшейся сделки'}>
          {lead.deal_amount_kop !== null && formatMoney(lead.deal_amount_kop)}
        </Fact>
        {isFullLead(lead) && (
          <Fact label="Клиент">
            {lead.client && (
              <Anchor
                component={Link}
                to={createLocation(paths.leads, { view: CLIENTS_VIEW, id: lead.client.id })}
              >
                {lead.client.number}
              </Anchor>
            )}
          </Fact>
        )}
        <Fact label="Программа">
          <ReferenceLink path={paths.program} target={lead.program} />
        </Fact>
        {isFullLead(lead) && (
          <Fact label="Партнер">
            <Group gap={4}>
              {lead.partner ? <ReferenceLink path={paths.partner} target={lead.partner} /> : 'Без партнера'}
              <PermissionGate call="transferLead">
                <TransferLeadButton lead={lead} />
              </PermissionGate>
            </Group>
          </Fact>
        )}
        <Fact label="Источник">
          {[LEAD_SOURCE_LABELS[lead.source], lead.link?.code].filter(Boolean).join(', ')}
        </Fact>
        <Fact label="UTM-метки">{formatTags(lead)}</Fact>
        <Fact label="Перешел с">{lead.visit.referrer_host}</Fact>
        <Fact label="Создан">{formatMoment(lead.created_at)}</Fact>
      </Facts>
    </PanelSection>
  );
}
