import { describeReward, type Program } from '@referral-dashboard/api-contract';

/** Reward in one line, or the notice that a draft has none. */
export const formatReward = ({ reward, reward_event }: Pick<Program, 'reward' | 'reward_event'>) =>
  reward === null ? 'Вознаграждение не задано' : describeReward(reward, reward_event);
