import { profilePatch } from '@referral-dashboard/api-contract';
import { useAuth } from '@referral-dashboard/react-auth';
import { type ErrorSentence, errorSentence } from '../../shared/errors/sentence.ts';
import { changesOf } from '../../shared/form/changes.ts';
import { useContractForm } from '../../shared/form/use-contract-form.ts';
import { toast } from '../../shared/ui/toast/toast.ts';

const NAME_LIMIT = 150;

type Field = 'last_name' | 'first_name' | 'father_name' | 'email';
type Values = Record<Field, string>;

const SAVED = { title: 'Профиль сохранен', description: 'Изменения видны во всех открытых вкладках' };

/** The user's fields as text, whatever the API sent. */
function valuesOf(user: Partial<Record<Field, unknown>>): Values {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    last_name: text(user.last_name),
    first_name: text(user.first_name),
    father_name: text(user.father_name),
    email: text(user.email),
  };
}

/** The account library's own sentence goes under the form's. */
function sentenceOf(error: unknown, failed: string): ErrorSentence {
  const { title, advice } = errorSentence(error, failed);
  return { title: failed, advice: [title, advice].filter((part) => part && part !== failed).join('. ') };
}

const nameSentence = (field: Field) => (values: Values, told: string) => {
  const { length } = values[field].trim();
  return length > NAME_LIMIT ? `Не больше ${NAME_LIMIT} символов, сейчас ${length}` : told;
};

/** The profile form's behaviour over the signed-in user, who may change in another tab meanwhile. */
export function useProfileForm(user: object) {
  const { updateProfile } = useAuth();
  const contractForm = useContractForm({
    schema: profilePatch,
    saved: valuesOf(user),
    bodyOf: (typed, saved) => changesOf(saved, typed),
    sentences: {
      last_name: nameSentence('last_name'),
      first_name: nameSentence('first_name'),
      father_name: nameSentence('father_name'),
      email: 'Введите адрес полностью, например anna@company.ru',
    },
    isCheckedOnBlur: true,
    draft: 'profile',
    failed: 'Профиль не сохранен',
    sentenceOf,
    send: async (changes) => {
      contractForm.settle(valuesOf(await updateProfile(changes as Partial<Values>)));
      void toast.success(SAVED);
    },
  });
  return contractForm;
}
