import { getRewardField, isRewardEmpty } from '@/entities/program/reward/reward-values.ts';
import type { ProgramValues } from './program-values.ts';

export type MissingField = { field: string; label: string };

/** Empty fields that a program requires to accept leads. The server makes the final check. */
export function getMissingFields({ reward, landing, consent_text }: ProgramValues): MissingField[] {
  return [
    isRewardEmpty(reward) && { field: getRewardField(reward), label: 'Вознаграждение' },
    landing.title.trim() === '' && { field: 'landing.title', label: 'Заголовок страницы' },
    consent_text.trim() === '' && { field: 'consent_text', label: 'Текст согласия' },
  ].filter((item) => item !== false);
}
