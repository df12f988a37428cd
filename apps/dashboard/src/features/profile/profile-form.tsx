import { Paper, Stack, TextInput, Title } from '@mantine/core';
import { useUser } from '@referral-dashboard/react-auth';
import { FormFailure } from '../../shared/ui/form/form-failure.tsx';
import { SaveBar } from '../../shared/ui/form/save-bar.tsx';
import { UnsavedChanges } from '../../shared/ui/form/unsaved-changes.tsx';
import { AccountFacts } from './account-facts.tsx';
import { useProfileForm } from './use-profile-form.ts';

export function ProfileForm() {
  const user = useUser();
  return user && <ProfileFormOf user={user} />;
}

function ProfileFormOf({ user }: { user: Record<string, unknown> }) {
  const { form, submit, reset, failure, isSending, isDirty, forget } = useProfileForm(user);
  return (
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
            <TextInput
              label="Электронная почта"
              type="email"
              autoComplete="email"
              {...form.getInputProps('email')}
              key={form.key('email')}
            />
          </Stack>
        </Paper>
        <AccountFacts phone={user['phone']} role={user['role']} />
        <FormFailure failure={failure} />
        <SaveBar isShown={isDirty || isSending} isSaving={isSending} onCancel={reset} />
      </Stack>
      <UnsavedChanges isDirty={isDirty} onLeave={forget} />
    </form>
  );
}
