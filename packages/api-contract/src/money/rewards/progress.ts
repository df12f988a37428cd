import { z } from 'zod';
import { tierView } from './rewards.ts';

/** How far a partner is today from the next step of its reward, and from its cap. */
export const rewardProgress = z.object({
  step: z
    .object({
      current: tierView,
      next: tierView.nullable().describe('Null on the last step.'),
      left: z
        .int()
        .describe('Rewards or kopecks of sales that are missing until `next`, by the measure of the reward.'),
    })
    .nullable()
    .describe('Null for a reward without steps.'),
  cap_left_kop: z
    .int()
    .nullable()
    .describe('What the cap per partner leaves in its current period. Null for a reward without one.'),
});
export type RewardProgress = z.infer<typeof rewardProgress>;
