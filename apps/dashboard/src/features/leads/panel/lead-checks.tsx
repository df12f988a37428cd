import { Anchor, Text } from '@mantine/core';
import { type Lead, SELF_REFERRAL_LABELS } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { useDates } from '@/shared/format/use-dates.ts';
import { PanelSection } from '@/shared/list/panel/panel-section.tsx';
import { useAddress } from '@/shared/list/use-address.ts';

/** Consent to calls, and warnings: possible duplicate, self-referral, form sent without bot protection. */
export function LeadChecks({ lead }: { lead: Lead }) {
  const { formatMoment } = useDates();
  const { linkTo } = useAddress();
  const { consent, duplicate_of, same_email_as, self_referral, unverified } = lead;
  const matchLabels = lead.self_referral_matches.map((match) => SELF_REFERRAL_LABELS[match]).join(', ');
  return (
    <PanelSection label="Согласие и проверки" title={null}>
      <Text>
        {consent
          ? `Согласие получено ${formatMoment(consent.accepted_at)}, версия текста ${consent.version}`
          : 'Согласия нет: лид добавлен вручную'}
      </Text>
      {duplicate_of && (
        <Text>
          Дубль лида{' '}
          <Anchor component={Link} to={linkTo({ id: duplicate_of.id })}>
            {duplicate_of.number}
          </Anchor>
        </Text>
      )}
      {same_email_as && (
        <Text>
          Почта такая же, как у лида{' '}
          <Anchor component={Link} to={linkTo({ id: same_email_as.id })}>
            {same_email_as.number}
          </Anchor>
        </Text>
      )}
      {self_referral && (
        <Text>
          {matchLabels
            ? `Заявка на себя. Совпадает: ${matchLabels}`
            : 'Заявка на себя: контакты лида совпадают с контактами партнера'}
        </Text>
      )}
      {unverified && <Text>Форма отправлена без проверки на робота</Text>}
    </PanelSection>
  );
}
