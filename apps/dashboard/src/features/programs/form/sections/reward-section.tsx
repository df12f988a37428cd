import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { RewardFields } from '@/entities/program/reward/reward-fields.tsx';
import type { ProgramFields } from '../program-values.ts';
import { FormSection } from './form-section.tsx';

type RewardSectionProps = {
  form: ProgramFields;
  /** Id of a saved program. */
  program: string | undefined;
  /** Number of the current rule if the change creates a new rule, which applies only to new leads. Otherwise null. */
  rule: number | null;
  /** Effect of the changed reward. */
  children: ReactNode;
};

export const RewardSection = ({ form, program, rule, children }: RewardSectionProps) => (
  <FormSection title="Вознаграждение" description="За что и сколько получает партнер">
    <RewardFields form={form} program={program} />
    {children}
    {rule !== null && (
      <Alert role="status" title="Условия меняются для новых лидов">
        {`Новые лиды получат новые условия. За уже пришедшие — прежние, правило ${rule}.`}
      </Alert>
    )}
  </FormSection>
);
