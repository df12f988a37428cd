import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useUser } from '@referral-dashboard/react-auth';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useDraft } from '@/shared/drafts/use-draft.ts';
import { paths } from '@/shared/paths.ts';

const EmailDialog = lazy(() => import('./email-dialog.tsx'));

/**
 * Asks the user to confirm the e-mail address, or an owner without an address to add one. «Позже» hides it in this tab until the
 * next sign-in. Opens at the code step when the location state has `isCodeSent`.
 */
export function EmailReminder() {
  const user = useUser();
  const { storedDraft, saveDraft } = useDraft<{ isPostponed: boolean }>('email-reminder');
  const [isPostponed, setPostponed] = useState(storedDraft?.isPostponed ?? false);
  const { state } = useLocation() as { state: { isCodeSent?: boolean } | null };
  const isCodeSent = state?.isCodeSent === true;
  const [isOpen, setOpen] = useState(isCodeSent);
  const [isClosed, setClosed] = useState(false);
  const email = String(user?.['email'] ?? '');
  const isNeeded = user?.['can_confirm_email'] === true && (email !== '' || user['position'] === 'owner');
  if (!isNeeded || isPostponed) return null;
  const postpone = () => {
    saveDraft({ isPostponed: true });
    setPostponed(true);
  };
  const close = () => {
    setOpen(false);
    setClosed(true);
  };
  return (
    <Alert color="petrol" role="region" aria-label="Подтверждение почты">
      <Stack gap="sm">
        <Text style={{ overflowWrap: 'anywhere' }}>
          {email === ''
            ? 'Укажите почту: на нее придет код, если забудете пароль, и уведомления о лидах и выплатах.'
            : `Подтвердите почту ${email}: до этого на нее не приходят ни уведомления, ни код для нового пароля.`}
        </Text>
        <Group gap="xs">
          {email === '' ? (
            <Button variant="default" component={Link} to={paths.profile}>
              Указать почту
            </Button>
          ) : (
            <Button variant="default" onClick={() => setOpen(true)}>
              Подтвердить
            </Button>
          )}
          <Button variant="subtle" color="gray" onClick={postpone}>
            Позже
          </Button>
        </Group>
      </Stack>
      <Suspense fallback={null}>
        {isOpen && <EmailDialog email={email} isCodeSent={isCodeSent && !isClosed} onClose={close} />}
      </Suspense>
    </Alert>
  );
}
