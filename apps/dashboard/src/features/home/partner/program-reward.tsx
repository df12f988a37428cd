import { Skeleton, Text } from '@mantine/core';
import { programRoutes } from '@referral-dashboard/api-contract';
import { formatReward } from '@/entities/program/format-reward.ts';
import { RewardProgress } from '@/entities/program/reward-progress.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';

/** Program of a link, with its terms. `isAwaited` becomes false after the first error; retries do not block the page. */
export function useLinkProgram(id: string | undefined) {
  const { data, isLoading, errorUpdateCount } = useApiQuery(
    programRoutes.program,
    { params: { id: id ?? '' } },
    { enabled: id !== undefined },
  );
  return { program: data, isLoading: isLoading && errorUpdateCount === 0 };
}

/** Reward for leads of the program. */
export function ProgramReward({ programId }: { programId: string }) {
  const { program, isLoading } = useLinkProgram(programId);
  if (isLoading) return <Skeleton height="calc(1.45 * var(--mantine-font-size-lg))" mb={4} width="60%" />;
  return program?.reward ? (
    <Text size="lg" fw={600} mb={4}>
      {formatReward(program)}
    </Text>
  ) : null;
}

/** Progress of the partner in the program. It stays below everything else of the card, which does not move when the program arrives. */
export function LinkProgress({ programId }: { programId: string }) {
  const { program } = useLinkProgram(programId);
  return program && 'progress' in program && <RewardProgress program={program} />;
}
