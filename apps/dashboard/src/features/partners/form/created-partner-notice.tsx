import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { generatePath, Link } from 'react-router-dom';
import { OneTimeLink } from '@/entities/one-time-link/one-time-link.tsx';
import { formatPhone } from '@/shared/format/phone.ts';
import { paths } from '@/shared/paths.ts';
import { getPartnerName } from '../partner.ts';
import type { CreatedPartner } from './use-create-partner-form.ts';

type CreatedPartnerNoticeProps = { partner: CreatedPartner; onAddAnother: () => void };

/** Invitation link of a new partner. This screen is the only place that displays it. */
export const CreatedPartnerNotice = ({ partner, onAddAnother }: CreatedPartnerNoticeProps) => (
  <Paper withBorder p={{ base: 'md', sm: 'lg' }} radius="lg">
    <Stack gap="lg">
      <Stack gap="xs">
        <Title order={2}>{getPartnerName(partner)}: карточка создана</Title>
        <Text>
          Отправьте партнеру ссылку-приглашение. По ней он войдет в кабинет с телефоном{' '}
          {formatPhone(partner.phone)}, пароль задаст сам.
        </Text>
      </Stack>
      <OneTimeLink link={partner.invitation} />
      <Group gap="sm">
        <Button component={Link} to={generatePath(paths.partner, { id: partner.id })} variant="default">
          Открыть карточку
        </Button>
        <Button variant="default" onClick={onAddAnother}>
          Добавить еще одного
        </Button>
      </Group>
    </Stack>
  </Paper>
);
