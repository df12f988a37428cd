import { Paper, Stack, TextInput, Title } from '@mantine/core';
import { useUser } from '@referral-dashboard/react-auth';
import { lazy, Suspense, useState } from 'react';
import { FormError } from '@/shared/ui/form/form-error.tsx';
import { SaveBar } from '@/shared/ui/form/save-bar.tsx';
import { UnsavedChanges } from '@/shared/ui/form/unsaved-changes.tsx';
import { AccountFacts } from './account-facts.tsx';
import { EmailField } from './email-field.tsx';
import { useProfileForm } from './use-profile-form.ts';

const EmailDialog = lazy(() => import('@/entities/sign-in/email-dialog.tsx'));

export function ProfileForm() {
  const user = useUser();
  return user && <UserProfileForm user={user} />;
}

function UserProfileForm({ user }: { user: Record<string, unknown> }) {
  const [confirmation, setConfirmation] = useState<'password' | 'code' | null>(null);
  const { form, submit, reset, failure, isSending, isDirty, discardDraft } = useProfileForm(user, () =>
    setConfirmation('code'),
  );
  const email = String(user['email'] ?? '');
  const isConfirmed = user['is_email_confirmed'];
  return (
    <>
      <form onSubmit={submit} noValidate aria-label="Профиль">
        <Stack gap="lg">
          <Paper withBorder p={{ base: 'md', sm: 'lg' }} radius="lg">
            <Stack gap="md">
              <Title order={2}>Личные данные</Title>
              <TextInput
                label="Фамилия"
                autoComplete="family-name"
                {...form.getInputProps('last_name')}
                key={form.key('last_name')}
              />
              <TextInput
                label="Имя"
                autoComplete="given-name"
                {...form.getInputProps('first_name')}
                key={form.key('first_name')}
              />
              <TextInput
                label="Отчество"
                autoComplete="additional-name"
                {...form.getInputProps('father_name')}
                key={form.key('father_name')}
              />
              <EmailField
                form={form}
                saved={email}
                isConfirmed={typeof isConfirmed === 'boolean' ? isConfirmed : undefined}
                canConfirm={user['can_confirm_email'] === true}
                onConfirm={() => setConfirmation('password')}
              />
            </Stack>
          </Paper>
          <AccountFacts phone={user['phone']} role={user['role']} position={user['position']} />
          <FormError failure={failure} />
          <SaveBar isShown={isDirty || isSending} isSaving={isSending} onCancel={reset} />
        </Stack>
        <UnsavedChanges isDirty={isDirty} onLeave={discardDraft} />
      </form>
      <Suspense fallback={null}>
        {confirmation && (
          <EmailDialog
            email={email}
            isCodeSent={confirmation === 'code'}
            onClose={() => setConfirmation(null)}
          />
        )}
      </Suspense>
    </>
  );
}
