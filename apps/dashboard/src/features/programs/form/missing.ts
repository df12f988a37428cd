import { isNoReward, rewardField } from './program-body.ts';
import type { ProgramValues } from './program-values.ts';

export type Missing = { field: string; label: string };

/** Empty fields that a program requires to accept leads. The server makes the final check. */
export function missingOf({ reward, landing, consent_text }: ProgramValues): Missing[] {
  return [
    isNoReward(reward) && { field: rewardField(reward), label: 'Вознаграждение' },
    landing.title.trim() === '' && { field: 'landing.title', label: 'Заголовок страницы' },
    consent_text.trim() === '' && { field: 'consent_text', label: 'Текст согласия' },
  ].filter((one) => one !== false);
}
