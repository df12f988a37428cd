import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type ProgramForPartner, programRoutes } from '@referral-dashboard/api-contract';
import { StatusMeaning } from '@/entities/status/status-meaning.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { LoadProblem } from '@/shared/ui/feedback/load-problem.tsx';
import { ProgramLink } from './program-link.tsx';

/** Links of a partner in a program, or a hint to join it. */
export const ProgramLinks = ({ program }: { program: ProgramForPartner }) => (
  <Paper component="section" withBorder p={{ base: 'md', sm: 'lg' }} radius="lg">
    <Stack gap="md">
      <Title order={2}>Ваша ссылка</Title>
      {program.enrollment === null ? (
        <Text c="dimmed">Вступите в программу, и вы получите свою ссылку</Text>
      ) : (
        <>
          {program.enrollment.status !== 'active' && (
            <StatusMeaning kind="enrollment" state={program.enrollment.status} />
          )}
          <Links program={program.id} />
        </>
      )}
    </Stack>
  </Paper>
);

function Links({ program }: { program: string }) {
  const linksQuery = useApiQuery(programRoutes.programLinks, { params: { id: program } });
  if (linksQuery.data)
    return linksQuery.data.results.map((link, index) => (
      <ProgramLink key={link.id} link={link} isFirst={index === 0} />
    ));
  if (linksQuery.isError) return <LoadProblem read={linksQuery} title="Не удалось получить ссылку" />;
  // Height of one link with its statistics and buttons.
  return <Skeleton h={{ base: 111, sm: 'calc(71px + 1.45 * var(--mantine-font-size-lg))' }} />;
}
