import { profilePatch, recoveryRoutes } from '@referral-dashboard/api-contract';
import { useAuth } from '@referral-dashboard/react-auth';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { getChangedValues } from '@/shared/form/changes.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { toast } from '@/shared/ui/toast/toast.ts';

const NAME_LIMIT = 150;

type Field = 'last_name' | 'first_name' | 'father_name' | 'email';
export type ProfileValues = Record<Field | 'password', string>;

const SUCCESS_TOAST = { title: 'Профиль сохранен', description: 'Изменения видны во всех открытых вкладках' };

/** Text values of the user's fields; other types become empty. */
function toValues(user: Partial<Record<Field, unknown>>): ProfileValues {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    last_name: text(user.last_name),
    first_name: text(user.first_name),
    father_name: text(user.father_name),
    email: text(user.email),
    password: '',
  };
}

const nameMessage = (field: Field) => (values: ProfileValues, message: string) => {
  const { length } = values[field].trim();
  return length > NAME_LIMIT ? `Не больше ${NAME_LIMIT} символов, сейчас ${length}` : message;
};

/** Body of the update. The password is sent only when the e-mail changes. */
function toBody({ password, ...typed }: ProfileValues, { password: _, ...saved }: ProfileValues) {
  const changes = getChangedValues(saved, typed);
  return 'email' in changes ? { ...changes, password } : changes;
}

/**
 * State of the profile form. The user may change in another tab while the form is open.
 *
 * @param onCodeSent Called after a new e-mail is saved and a code is sent to it.
 */
export function useProfileForm(user: object, onCodeSent: () => void) {
  const { updateProfile } = useAuth();
  const { mutateAsync: sendCode } = useApiMutation(recoveryRoutes.sendEmailCode, []);
  const contractForm = useContractForm({
    schema: profilePatch,
    saved: toValues(user),
    toBody,
    messages: {
      last_name: nameMessage('last_name'),
      first_name: nameMessage('first_name'),
      father_name: nameMessage('father_name'),
      email: 'Введите адрес полностью, например anna@company.ru',
    },
    isCheckedOnBlur: true,
    draft: 'profile',
    secretFields: ['password'],
    failureTitle: 'Профиль не сохранен',
    send: async (changes) => {
      const saved = await updateProfile(changes as Partial<ProfileValues>);
      contractForm.markSaved(toValues(saved));
      void toast.success(SUCCESS_TOAST);
      const { email, password } = changes;
      if (!email || !password || saved['can_confirm_email'] !== true) return;
      // The e-mail is already saved. If the code fails, the address stays unconfirmed and the form offers to confirm it.
      await sendCode({ body: { password } }).then(onCodeSent, () => undefined);
    },
  });
  return contractForm;
}
