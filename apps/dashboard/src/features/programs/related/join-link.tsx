import { Alert, Anchor, Button, CopyButton, Group, Skeleton, Stack, Text } from '@mantine/core';
import { applicationRoutes, type Organization, type Program } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { BreakableText } from '@/shared/format/breakable-text/breakable-text.tsx';
import { paths } from '@/shared/paths.ts';
import { Dialog } from '@/shared/ui/dialog/dialog.tsx';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { IconCheck, IconCopy, IconQrcode } from '@/shared/ui/icons.ts';

const iconProps = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
const QR_SIZE = 240;

type JoinLinkProps = { program: Program; organization: Organization };

/** Link for applying to a program. Renders nothing if the program is inactive or closed for joining. */
export function JoinLink({ program, organization }: JoinLinkProps) {
  if (program.join_policy === 'closed' || program.status !== 'active') return null;
  if (organization.offer === null || organization.personal_data === null)
    return (
      <Alert mb="lg" title="Партнеры не могут подать заявку сами">
        Сначала добавьте оферту и согласие на обработку персональных данных в{' '}
        <Anchor component={Link} to={paths.organization} inherit>
          настройках организации
        </Anchor>
        .
      </Alert>
    );
  return <OpenJoinLink id={program.id} />;
}

function OpenJoinLink({ id }: { id: string }) {
  const { data, error, refetch } = useApiQuery(applicationRoutes.joinLink, { params: { id } });
  const [isQrOpen, setQrOpen] = useState(false);
  if (error && !data)
    return <PartProblem error={error} title="Ссылка не загрузилась" onRetry={() => void refetch()} />;
  return (
    <Stack gap="xs" mb="lg" component="section" aria-label="Ссылка для новых партнеров">
      <Text fw={600}>Ссылка для новых партнеров</Text>
      <Skeleton visible={!data}>
        <Text>
          <BreakableText>{data?.url ?? '…'}</BreakableText>
        </Text>
      </Skeleton>
      <Group gap="xs">
        <CopyButton value={data?.url ?? ''} timeout={1500}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              disabled={!data}
              onClick={copy}
              leftSection={copied ? <IconCheck {...iconProps} /> : <IconCopy {...iconProps} />}
            >
              {copied ? 'Скопировано' : 'Скопировать ссылку'}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          disabled={!data}
          leftSection={<IconQrcode {...iconProps} />}
          onClick={() => setQrOpen(true)}
        >
          QR-код
        </Button>
      </Group>
      {data && (
        <Dialog opened={isQrOpen} onClose={() => setQrOpen(false)} title="QR-код ссылки" size={360}>
          <Stack align="center">
            <img
              src={`data:image/svg+xml,${encodeURIComponent(data.qr)}`}
              alt="QR-код ссылки для новых партнеров"
              width={QR_SIZE}
              height={QR_SIZE}
            />
          </Stack>
        </Dialog>
      )}
    </Stack>
  );
}
