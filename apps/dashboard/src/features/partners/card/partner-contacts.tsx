import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import {
  PARTNER_FIELD_LABELS,
  PARTNER_KIND_LABELS,
  PARTNER_TEXT_NAMES,
  PARTNER_TEXTS,
  type Partner,
} from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useDates } from '@/shared/format/use-dates.ts';
import { PhoneLinks } from '@/shared/ui/phone-links.tsx';
import classes from './partner-contacts.module.css';

const Fact = ({ label, children }: { label: string; children: ReactNode }) =>
  children && (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );

type PartnerContactsProps = { partner: Partner; onEdit: () => void };

export const PartnerContacts = ({ partner, onEdit }: PartnerContactsProps) => {
  const { formatMoment } = useDates();
  const contactName = [partner.last_name, partner.first_name, partner.father_name].filter(Boolean).join(' ');
  return (
    <section aria-labelledby="contacts">
      <Group justify="space-between" mb="md">
        <Title order={2} id="contacts">
          Контакты
        </Title>
        <PermissionGate call="updatePartner">
          <Button variant="default" onClick={onEdit}>
            Изменить
          </Button>
        </PermissionGate>
      </Group>
      <dl className={classes['facts']}>
        <Fact label={PARTNER_FIELD_LABELS.kind}>{PARTNER_KIND_LABELS[partner.kind]}</Fact>
        <Fact label="Контактное лицо">{partner.kind === 'legal' && contactName}</Fact>
        <Fact label="Телефон">
          <PhoneLinks phone={partner.phone} />
        </Fact>
        <Fact label={PARTNER_FIELD_LABELS.email}>
          {partner.email && <Anchor href={`mailto:${partner.email}`}>{partner.email}</Anchor>}
        </Fact>
        <Fact label={PARTNER_FIELD_LABELS.inn}>{partner.inn}</Fact>
        <Fact label={PARTNER_FIELD_LABELS.tags}>{partner.tags.join(', ')}</Fact>
        {PARTNER_TEXT_NAMES.map((name) => (
          <Fact key={name} label={PARTNER_TEXTS[name].label}>
            {partner[name] && <Text className={classes['pre']}>{partner[name]}</Text>}
          </Fact>
        ))}
        <Fact label="Последний лид">{partner.last_lead_at && formatMoment(partner.last_lead_at)}</Fact>
        <Fact label="Добавлен">{formatMoment(partner.created_at)}</Fact>
      </dl>
    </section>
  );
};
