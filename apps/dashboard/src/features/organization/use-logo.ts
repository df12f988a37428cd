import { LOGO_BYTES, LOGO_TYPES, organizationRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useApiMutation } from '../../shared/api/use-api-mutation.ts';
import { describeError } from '../../shared/errors/describe-error.ts';
import { fieldErrorsOf } from '../../shared/errors/field-errors.ts';

const STALE = [organizationRoutes.organization];
const FAILED = 'Логотип не сохранен';

/** File content in base64. */
const dataOf = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^.*;base64,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('the file was not read'));
    reader.readAsDataURL(file);
  });

function told(error: unknown): string {
  const { fields } = fieldErrorsOf(error, ['data', 'type']);
  const [first] = Object.values(fields);
  if (first !== undefined) return String(first);
  const { title, advice } = describeError(error, FAILED);
  return [title, advice].filter(Boolean).join('. ');
}

/** Uploads or removes the organization's logo. */
export function useLogo() {
  const setLogo = useApiMutation(organizationRoutes.setLogo, STALE);
  const removeLogo = useApiMutation(organizationRoutes.removeLogo, STALE);
  const [problem, setProblem] = useState('');

  const attempt = async (job: () => Promise<unknown>) => {
    setProblem('');
    try {
      await job();
    } catch (error) {
      setProblem(told(error));
    }
  };

  const choose = async (file: File | null) => {
    if (file === null) return;
    const type = LOGO_TYPES.find((one) => one === file.type);
    if (type === undefined) return setProblem('Подойдет картинка PNG, JPEG или WebP.');
    if (file.size > LOGO_BYTES) return setProblem('Картинка больше 40 КБ. Уменьшите ее.');
    await attempt(async () => setLogo.mutateAsync({ body: { type, data: await dataOf(file) } }));
  };

  return {
    choose,
    remove: () => attempt(() => removeLogo.mutateAsync({})),
    problem,
    isBusy: setLogo.isPending || removeLogo.isPending,
  };
}
