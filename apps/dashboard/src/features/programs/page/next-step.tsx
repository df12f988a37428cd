import { Button, Group, Paper, Text } from '@mantine/core';
import type { Program } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { paths } from '@/shared/paths.ts';

/** Suggests adding a partner to an active program without partners. */
export function NextStep({ program: { id, effective_status, figures } }: { program: Program }) {
  const canCreatePartner = useIsPermitted('createPartner');
  if (!canCreatePartner || effective_status !== 'active' || figures.partners > 0) return null;
  return (
    <Paper withBorder p="md" radius="lg" component="section" aria-label="Следующий шаг">
      <Group justify="space-between" gap="sm">
        <Text>Программа принимает заявки. Добавьте партнера: он сразу получит свою ссылку.</Text>
        <Button component={Link} to={{ pathname: paths.partnerCreate, search: `?program=${id}` }}>
          Добавить партнера
        </Button>
      </Group>
    </Paper>
  );
}
