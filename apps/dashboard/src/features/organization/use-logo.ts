import {
  LOGO_BYTES,
  LOGO_IS_TOO_LARGE,
  LOGO_TYPES,
  organizationRoutes,
} from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { explainError } from '@/shared/errors/explain-error.ts';

const STALE_ROUTES = [organizationRoutes.organization];
const ERROR_TITLE = 'Логотип не сохранен';

/** File content in base64. */
const toBase64 = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^.*;base64,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('the file could not be read'));
    reader.readAsDataURL(file);
  });

/** Uploads or removes the organization's logo. */
export function useLogo() {
  const setLogo = useApiMutation(organizationRoutes.setLogo, STALE_ROUTES);
  const removeLogo = useApiMutation(organizationRoutes.removeLogo, STALE_ROUTES);
  const [problem, setProblem] = useState('');

  const runRequest = async (request: () => Promise<unknown>) => {
    setProblem('');
    try {
      await request();
    } catch (error) {
      setProblem(explainError(error, ERROR_TITLE).sentence);
    }
  };

  const upload = async (file: File | null) => {
    if (file === null) return;
    const type = LOGO_TYPES.find((logoType) => logoType === file.type);
    if (type === undefined) return setProblem('Подойдет картинка PNG, JPEG или WebP.');
    if (file.size > LOGO_BYTES) return setProblem(LOGO_IS_TOO_LARGE);
    await runRequest(async () => setLogo.mutateAsync({ body: { type, data: await toBase64(file) } }));
  };

  return {
    upload,
    remove: () => runRequest(() => removeLogo.mutateAsync({})),
    problem,
    isBusy: setLogo.isPending || removeLogo.isPending,
  };
}
